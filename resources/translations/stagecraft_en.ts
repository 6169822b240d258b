<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Compare</name>
    <message numerus="yes">
        <source>%1, %Ln micro-batches per step</source>
        <translation>
            <numerusform>%1, %Ln micro-batch per step</numerusform>
            <numerusform>%1, %Ln micro-batches per step</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message numerus="yes">
        <source>%1 devices</source>
        <translation>
            <numerusform>%1 device</numerusform>
            <numerusform>%1 devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 nodes</source>
        <translation>
            <numerusform>%1 node</numerusform>
            <numerusform>%1 nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 whole nodes</source>
        <translation>
            <numerusform>%1 whole node</numerusform>
            <numerusform>%1 whole nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 samples</source>
        <translation>
            <numerusform>%1 sample</numerusform>
            <numerusform>%1 samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tokens</source>
        <translation>
            <numerusform>%1 token</numerusform>
            <numerusform>%1 tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pixels of a side</source>
        <translation>
            <numerusform>%1 pixel of a side</numerusform>
            <numerusform>%1 pixels of a side</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 repeated layers</source>
        <translation>
            <numerusform>%1 repeated layer</numerusform>
            <numerusform>%1 repeated layers</numerusform>
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
        <source>purchase price %1, service life %2 years; </source>
        <translation>
            <numerusform>purchase price %1, service life %2 year; </numerusform>
            <numerusform>purchase price %1, service life %2 years; </numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Partitioners</name>
    <message numerus="yes">
        <source>%1 on %Ln devices, split points %2</source>
        <translation>
            <numerusform>%1 on %Ln device, split points %2</numerusform>
            <numerusform>%1 on %Ln devices, split points %2</numerusform>
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
        <source>, %n identical devices</source>
        <translation>
            <numerusform>, %n identical device</numerusform>
            <numerusform>, %n identical devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Step time %1 on %Ln pipeline ranks; %2 idle.</source>
        <translation>
            <numerusform>Step time %1 on %Ln pipeline rank; %2 idle.</numerusform>
            <numerusform>Step time %1 on %Ln pipeline ranks; %2 idle.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%1 configurations in %2</source>
        <translation>
            <numerusform>%1 configuration in %2</numerusform>
            <numerusform>%1 configurations in %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 configurations searched.</source>
        <translation>
            <numerusform>%1 configuration searched.</numerusform>
            <numerusform>%1 configurations searched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 layers are transferred from measurements on %2.</source>
        <translation>
            <numerusform>%n of %1 layers is transferred from measurements on %2.</numerusform>
            <numerusform>%n of %1 layers are transferred from measurements on %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 layers are not measured (analytic prediction).</source>
        <translation>
            <numerusform>%n of %1 layers is not measured (analytic prediction).</numerusform>
            <numerusform>%n of %1 layers are not measured (analytic prediction).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 layers are extrapolated beyond the measured sizes.</source>
        <translation>
            <numerusform>%n of %1 layers is extrapolated beyond the measured sizes.</numerusform>
            <numerusform>%n of %1 layers are extrapolated beyond the measured sizes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::AgreementChart</name>
    <message numerus="yes">
        <source>%Ln others</source>
        <translation>
            <numerusform>%Ln other</numerusform>
            <numerusform>%Ln others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Predicted vs. measured values of %Ln runs: mean error %1, median error %2.</source>
        <translation>
            <numerusform>Predicted vs. measured values of %Ln run: mean error %1, median error %2.</numerusform>
            <numerusform>Predicted vs. measured values of %Ln runs: mean error %1, median error %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::CalibrationRunner</name>
    <message numerus="yes">
        <source>%1 error %2 before, %3 cross-validated (%Ln runs)</source>
        <translation>
            <numerusform>%1 error %2 before, %3 cross-validated (%Ln run)</numerusform>
            <numerusform>%1 error %2 before, %3 cross-validated (%Ln runs)</numerusform>
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
        <source>%1: %Ln devices</source>
        <translation>
            <numerusform>%1: %Ln device</numerusform>
            <numerusform>%1: %Ln devices</numerusform>
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
    <message numerus="yes">
        <source>tensor-parallel size %n with sequence parallelism (+SP)</source>
        <translation>
            <numerusform>tensor-parallel size %n with sequence parallelism (+SP)</numerusform>
            <numerusform>tensor-parallel size %n with sequence parallelism (+SP)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tensor-parallel size %n</source>
        <translation>
            <numerusform>tensor-parallel size %n</numerusform>
            <numerusform>tensor-parallel size %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>context-parallel size %n</source>
        <translation>
            <numerusform>context-parallel size %n</numerusform>
            <numerusform>context-parallel size %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>data-parallel size %Ln</source>
        <translation>
            <numerusform>data-parallel size %Ln</numerusform>
            <numerusform>data-parallel size %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>expert-parallel size %n</source>
        <translation>
            <numerusform>expert-parallel size %n</numerusform>
            <numerusform>expert-parallel size %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pipeline stages with different parallelism: %Ln devices</source>
        <translation>
            <numerusform>%1 pipeline stages with different parallelism: %Ln device</numerusform>
            <numerusform>%1 pipeline stages with different parallelism: %Ln devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Micro-batch size %Ln, %1</source>
        <translation>
            <numerusform>Micro-batch size %Ln, %1</numerusform>
            <numerusform>Micro-batch size %Ln, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln micro-batches per step</source>
        <translation>
            <numerusform>%Ln micro-batch per step</numerusform>
            <numerusform>%Ln micro-batches per step</numerusform>
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
        <source>%Ln identical layers; each:</source>
        <translation>
            <numerusform>%Ln layer:</numerusform>
            <numerusform>%Ln identical layers; each:</numerusform>
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
    <message numerus="yes">
        <source>%Ln runs: %1 within 10 %, %2 within 25 %.</source>
        <translation>
            <numerusform>%Ln run: %1 within 10 %, %2 within 25 %.</numerusform>
            <numerusform>%Ln runs: %1 within 10 %, %2 within 25 %.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::MainWindow</name>
    <message numerus="yes">
        <source>Add %n plans to co&amp;mparison</source>
        <translation>
            <numerusform>Add %n plan to co&amp;mparison</numerusform>
            <numerusform>Add %n plans to co&amp;mparison</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln measurements of this workspace cannot be read and were skipped. All others are shown. First error: %1</source>
        <translation>
            <numerusform>%Ln measurement of this workspace cannot be read and was skipped. All others are shown. Error: %1</numerusform>
            <numerusform>%Ln measurements of this workspace cannot be read and were skipped. All others are shown. First error: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::MeasurementsPane</name>
    <message numerus="yes">
        <source>%1 layers, %Ln distinct. %2 of %3 points measured; times vary by up to %4.</source>
        <translation>
            <numerusform>%1 layers, %Ln distinct. %2 of %3 points measured; times vary by up to %4.</numerusform>
            <numerusform>%1 layers, %Ln distinct. %2 of %3 points measured; times vary by up to %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A profile measures each distinct layer once: %Ln of %1 layers.</source>
        <translation>
            <numerusform>A profile measures each distinct layer once: %Ln of %1 layers.</numerusform>
            <numerusform>A profile measures each distinct layer once: %Ln of %1 layers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layers, %Ln distinct. %2 of %3 points from dry runs, which measure memory but not time.</source>
        <translation>
            <numerusform>%1 layers, %Ln distinct. %2 of %3 points from dry runs, which measure memory but not time.</numerusform>
            <numerusform>%1 layers, %Ln distinct. %2 of %3 points from dry runs, which measure memory but not time.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::MemoryBars</name>
    <message numerus="yes">
        <source>%Ln of %1 devices exceed their capacity.</source>
        <translation>
            <numerusform>%Ln of %1 devices exceeds its capacity.</numerusform>
            <numerusform>%Ln of %1 devices exceed their capacity.</numerusform>
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
        <source>Up to %Ln measurements, %1 remaining.</source>
        <translation>
            <numerusform>Up to %Ln measurement, %1 remaining.</numerusform>
            <numerusform>Up to %Ln measurements, %1 remaining.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln measurements, %1 remaining.</source>
        <translation>
            <numerusform>%Ln measurement, %1 remaining.</numerusform>
            <numerusform>%Ln measurements, %1 remaining.</numerusform>
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
    <message numerus="yes">
        <source>Rank %1: %Ln optimizers did not step before the run ended; their states are missing</source>
        <translation>
            <numerusform>Rank %1: %Ln optimizer did not step before the run ended; its states are missing</numerusform>
            <numerusform>Rank %1: %Ln optimizers did not step before the run ended; their states are missing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::SignatureModel</name>
    <message numerus="yes">
        <source>%Ln equal layers of the model, starting with layer %1</source>
        <translation>
            <numerusform>%Ln layer of the model, layer %1</numerusform>
            <numerusform>%Ln equal layers of the model, starting with layer %1</numerusform>
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
        <source>%1 (%Ln plans beyond the axis)</source>
        <translation>
            <numerusform>%1 (%Ln plan beyond the axis)</numerusform>
            <numerusform>%1 (%Ln plans beyond the axis)</numerusform>
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
        <source>%Ln runs are in-sample: their device type was calibrated on them.</source>
        <translation>
            <numerusform>%Ln run is in-sample: its device type was calibrated on it.</numerusform>
            <numerusform>%Ln runs are in-sample: their device type was calibrated on them.</numerusform>
        </translation>
    </message>
</context>
</TS>
