<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Compare</name>
    <message numerus="yes">
        <source>%1, %Ln times a step</source>
        <translation>
            <numerusform>%1, %Ln time a step</numerusform>
            <numerusform>%1, %Ln times a step</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Money</name>
    <message numerus="yes">
        <source>%1 tokens in %2 steps</source>
        <translation>
            <numerusform>%1 tokens in %2 step</numerusform>
            <numerusform>%1 tokens in %2 steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 samples in %2 steps</source>
        <translation>
            <numerusform>%1 samples in %2 step</numerusform>
            <numerusform>%1 samples in %2 steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 devices in %2</source>
        <translation>
            <numerusform>%1 device in %2</numerusform>
            <numerusform>%1 devices in %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln days old</source>
        <translation>
            <numerusform>%Ln day old</numerusform>
            <numerusform>%Ln days old</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>bought for %1, used for %2 years; </source>
        <translation>
            <numerusform>bought for %1, used for %2 year; </numerusform>
            <numerusform>bought for %1, used for %2 years; </numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Partitioners</name>
    <message numerus="yes">
        <source>%1 on %Ln devices, cut at %2</source>
        <translation>
            <numerusform>%1 on %Ln device, cut at %2</numerusform>
            <numerusform>%1 on %Ln devices, cut at %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanGroups</name>
    <message numerus="yes">
        <source>%Ln others</source>
        <translation>
            <numerusform>%Ln other</numerusform>
            <numerusform>%Ln others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProblemPane</name>
    <message numerus="yes">
        <source>%1 parameters · %Ln layers</source>
        <translation>
            <numerusform>%1 parameters · %Ln layer</numerusform>
            <numerusform>%1 parameters · %Ln layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Sizing</name>
    <message numerus="yes">
        <source>%Ln devices</source>
        <translation>
            <numerusform>%Ln device</numerusform>
            <numerusform>%Ln devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln whole nodes</source>
        <translation>
            <numerusform>%Ln whole node</numerusform>
            <numerusform>%Ln whole nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln samples</source>
        <translation>
            <numerusform>%Ln sample</numerusform>
            <numerusform>%Ln samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tokens</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pixels of a side</source>
        <translation>
            <numerusform>%Ln pixel of a side</numerusform>
            <numerusform>%Ln pixels of a side</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln repeated layers</source>
        <translation>
            <numerusform>%Ln repeated layer</numerusform>
            <numerusform>%Ln repeated layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %2, %3 × %Ln samples: peak %4, %5</source>
        <translation>
            <numerusform>%1, %2, %3 × %Ln sample: peak %4, %5</numerusform>
            <numerusform>%1, %2, %3 × %Ln samples: peak %4, %5</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message numerus="yes">
        <source>, %n devices that do the same</source>
        <translation>
            <numerusform>, %n device that does the same</numerusform>
            <numerusform>, %n devices that do the same</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The critical path of the %1 simulated steps has %Ln operations.</source>
        <translation>
            <numerusform>The critical path of the %1 simulated steps has %Ln operation.</numerusform>
            <numerusform>The critical path of the %1 simulated steps has %Ln operations.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The critical path has %Ln operations.</source>
        <translation>
            <numerusform>The critical path has %Ln operation.</numerusform>
            <numerusform>The critical path has %Ln operations.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A step takes %1 on %Ln places, %2 of whose time is idle.</source>
        <translation>
            <numerusform>A step takes %1 on %Ln place, %2 of whose time is idle.</numerusform>
            <numerusform>A step takes %1 on %Ln places, %2 of whose time is idle.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%1 configurations were searched.</source>
        <translation>
            <numerusform>%1 configuration was searched.</numerusform>
            <numerusform>%1 configurations were searched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 layers were measured on another device (%2), and are scaled from there.</source>
        <translation>
            <numerusform>%n of %1 layers was measured on another device (%2), and is scaled from there.</numerusform>
            <numerusform>%n of %1 layers were measured on another device (%2), and are scaled from there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 layers are not measured, but predicted by formulas alone.</source>
        <translation>
            <numerusform>%n of %1 layers is not measured, but predicted by formulas alone.</numerusform>
            <numerusform>%n of %1 layers are not measured, but predicted by formulas alone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 configurations in %2</source>
        <translation>
            <numerusform>%1 configuration in %2</numerusform>
            <numerusform>%1 configurations in %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 layers are extrapolated beyond the sizes that were measured.</source>
        <translation>
            <numerusform>%n of %1 layers is extrapolated beyond the sizes that were measured.</numerusform>
            <numerusform>%n of %1 layers are extrapolated beyond the sizes that were measured.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::AgreementChart</name>
    <message numerus="yes">
        <source>Predicted over measured values of %Ln runs: the error is %1 in the mean and %2 in the middle.</source>
        <translation>
            <numerusform>Predicted over measured value of %Ln run: the error is %1 in the mean and %2 in the middle.</numerusform>
            <numerusform>Predicted over measured values of %Ln runs: the error is %1 in the mean and %2 in the middle.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln others</source>
        <translation>
            <numerusform>%Ln other</numerusform>
            <numerusform>%Ln others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::CalibrationRunner</name>
    <message numerus="yes">
        <source>%1 off by %2 before, %3 on unseen runs (%Ln runs)</source>
        <translation>
            <numerusform>%1 off by %2 before, %3 on unseen runs (%Ln run)</numerusform>
            <numerusform>%1 off by %2 before, %3 on unseen runs (%Ln runs)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::CandidateModel</name>
    <message numerus="yes">
        <source>%n pipeline stages</source>
        <translation>
            <numerusform>%n pipeline stage</numerusform>
            <numerusform>%n pipeline stages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor ranks, sequence parallel (+S)</source>
        <translation>
            <numerusform>%n tensor rank, sequence parallel (+S)</numerusform>
            <numerusform>%n tensor ranks, sequence parallel (+S)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor ranks</source>
        <translation>
            <numerusform>%n tensor rank</numerusform>
            <numerusform>%n tensor ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n context ranks</source>
        <translation>
            <numerusform>%n context rank</numerusform>
            <numerusform>%n context ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replicas</source>
        <translation>
            <numerusform>%Ln replica</numerusform>
            <numerusform>%Ln replicas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>experts over %n of them</source>
        <translation>
            <numerusform>experts over %n of them</numerusform>
            <numerusform>experts over %n of them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln devices</source>
        <translation>
            <numerusform>%1: %Ln device</numerusform>
            <numerusform>%1: %Ln devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pipeline stages on devices of their own: %Ln devices</source>
        <translation>
            <numerusform>%1 pipeline stages on devices of their own: %Ln device</numerusform>
            <numerusform>%1 pipeline stages on devices of their own: %Ln devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln samples at a time on a device, %1 per step</source>
        <translation>
            <numerusform>%Ln sample at a time on a device, %1 per step</numerusform>
            <numerusform>%Ln samples at a time on a device, %1 per step</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln times</source>
        <translation>
            <numerusform>%Ln time</numerusform>
            <numerusform>%Ln times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 for %2 steps
Between %3 and %4</source>
        <translation>
            <numerusform>%1 for %2 step
Between %3 and %4</numerusform>
            <numerusform>%1 for %2 steps
Between %3 and %4</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::ChainChart</name>
    <message numerus="yes">
        <source>%Ln layers with %1 parameters;</source>
        <translation>
            <numerusform>%Ln layer with %1 parameters;</numerusform>
            <numerusform>%Ln layers with %1 parameters;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln equal layers; of each:</source>
        <translation>
            <numerusform>%Ln equal layer; of each:</numerusform>
            <numerusform>%Ln equal layers; of each:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::Comparing</name>
    <message numerus="yes">
        <source>Compare %n plans</source>
        <translation>
            <numerusform>Compare %n plan</numerusform>
            <numerusform>Compare %n plans</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::ErrorHistogramChart</name>
    <message numerus="yes">
        <source>Of %Ln runs %1 are within 10 % and %2 within 25 %.</source>
        <translation>
            <numerusform>Of %Ln run %1 is within 10 % and %2 within 25 %.</numerusform>
            <numerusform>Of %Ln runs %1 are within 10 % and %2 within 25 %.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs with an error below %1</source>
        <translation>
            <numerusform>%Ln run with an error below %1</numerusform>
            <numerusform>%Ln runs with an error below %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs with an error above %1</source>
        <translation>
            <numerusform>%Ln run with an error above %1</numerusform>
            <numerusform>%Ln runs with an error above %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs with an error from %1 to %2</source>
        <translation>
            <numerusform>%Ln run with an error from %1 to %2</numerusform>
            <numerusform>%Ln runs with an error from %1 to %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::MainWindow</name>
    <message numerus="yes">
        <source>%Ln measurements of this workspace cannot be read and are left out; all others are shown. The first: %1</source>
        <translation>
            <numerusform>%Ln measurement of this workspace cannot be read and is left out; all others are shown. The reason: %1</numerusform>
            <numerusform>%Ln measurements of this workspace cannot be read and are left out; all others are shown. The first: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n plans to co&amp;mparison</source>
        <translation>
            <numerusform>Add %n plan to co&amp;mparison</numerusform>
            <numerusform>Add %n plans to co&amp;mparison</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::MeasurementsPane</name>
    <message numerus="yes">
        <source>%Ln distinct layers stand for all %1; %2 of %3 points are measured. Times spread by at most %4.</source>
        <translation>
            <numerusform>%Ln distinct layer stands for all %1; %2 of %3 points are measured. Times spread by at most %4.</numerusform>
            <numerusform>%Ln distinct layers stand for all %1; %2 of %3 points are measured. Times spread by at most %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln layers were run here.</source>
        <translation>
            <numerusform>%Ln layer was run here.</numerusform>
            <numerusform>%Ln layers were run here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To profile this model for %Ln devices, mCAP would run %1 and CAPSlog %2.</source>
        <translation>
            <numerusform>To profile this model for %Ln device, mCAP would run %1 and CAPSlog %2.</numerusform>
            <numerusform>To profile this model for %Ln devices, mCAP would run %1 and CAPSlog %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A profile runs each distinct layer alone: %Ln of them stand for all %1.</source>
        <translation>
            <numerusform>A profile runs each distinct layer alone: %Ln of them stands for all %1.</numerusform>
            <numerusform>A profile runs each distinct layer alone: %Ln of them stand for all %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln distinct layers stand for all %1; %2 of %3 points are from dry runs, which have bytes but no times.</source>
        <translation>
            <numerusform>%Ln distinct layer stands for all %1; %2 of %3 points are from dry runs, which have bytes but no times.</numerusform>
            <numerusform>%Ln distinct layers stand for all %1; %2 of %3 points are from dry runs, which have bytes but no times.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::MemoryBars</name>
    <message numerus="yes">
        <source>%Ln of %1 do not fit.</source>
        <translation>
            <numerusform>%Ln of %1 does not fit.</numerusform>
            <numerusform>%Ln of %1 do not fit.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::PointModel</name>
    <message numerus="yes">
        <source>Median of %Ln runs</source>
        <translation>
            <numerusform>Median of %Ln run</numerusform>
            <numerusform>Median of %Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::ProfileDialog</name>
    <message numerus="yes">
        <source>At most %Ln measurements, %1 of them still to be made.</source>
        <translation>
            <numerusform>At most %Ln measurement, %1 of it still to be made.</numerusform>
            <numerusform>At most %Ln measurements, %1 of them still to be made.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln measurements, %1 of them still to be made.</source>
        <translation>
            <numerusform>%Ln measurement, %1 of it still to be made.</numerusform>
            <numerusform>%Ln measurements, %1 of them still to be made.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::ScriptRunner</name>
    <message numerus="yes">
        <source>Rank %1: peak %2 allocated, %3 reserved, after %Ln optimizer steps</source>
        <translation>
            <numerusform>Rank %1: peak %2 allocated, %3 reserved, after %Ln optimizer step</numerusform>
            <numerusform>Rank %1: peak %2 allocated, %3 reserved, after %Ln optimizer steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::SignatureModel</name>
    <message numerus="yes">
        <source>%Ln equal layers of the model, the first is layer %1</source>
        <translation>
            <numerusform>%Ln equal layer of the model, the first is layer %1</numerusform>
            <numerusform>%Ln equal layers of the model, the first is layer %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::SizingCurve</name>
    <message numerus="yes">
        <source>%1, from %2 to %3; %4 of %Ln values fit.</source>
        <translation>
            <numerusform>%1, from %2 to %3; %4 of %Ln value fits.</numerusform>
            <numerusform>%1, from %2 to %3; %4 of %Ln values fit.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::SnapshotImporter</name>
    <message numerus="yes">
        <source>Peak %1, %Ln events</source>
        <translation>
            <numerusform>Peak %1, %Ln event</numerusform>
            <numerusform>Peak %1, %Ln events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::StageStrip</name>
    <message numerus="yes">
        <source>%n stages.</source>
        <translation>
            <numerusform>%n stage.</numerusform>
            <numerusform>%n stages.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::TradeoffChart</name>
    <message numerus="yes">
        <source>%Ln plans peak between %1 and %2</source>
        <translation>
            <numerusform>%Ln plan peaks between %1 and %2</numerusform>
            <numerusform>%Ln plans peak between %1 and %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln plans: %1, %2</source>
        <translation>
            <numerusform>%Ln plan: %1, %2</numerusform>
            <numerusform>%Ln plans: %1, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln plans at the edge need more</source>
        <translation>
            <numerusform>%1, %Ln plan at the edge needs more</numerusform>
            <numerusform>%1, %Ln plans at the edge need more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::ValidationResults</name>
    <message numerus="yes">
        <source>%Ln runs with %1: mean error %2, median %3, 90 % below %4, bias %5</source>
        <translation>
            <numerusform>%Ln run with %1: mean error %2, median %3, 90 % below %4, bias %5</numerusform>
            <numerusform>%Ln runs with %1: mean error %2, median %3, 90 % below %4, bias %5</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln models</source>
        <translation>
            <numerusform>%Ln model</numerusform>
            <numerusform>%Ln models</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln device types</source>
        <translation>
            <numerusform>%Ln device type</numerusform>
            <numerusform>%Ln device types</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs were used to calibrate their device type.</source>
        <translation>
            <numerusform>%Ln run was used to calibrate its device type.</numerusform>
            <numerusform>%Ln runs were used to calibrate their device type.</numerusform>
        </translation>
    </message>
</context>
</TS>
