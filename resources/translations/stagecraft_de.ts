<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>AnyChoice</name>
    <message>
        <source>Any</source>
        <translation>Beliebig</translation>
    </message>
    <message>
        <source>Any: the search decides.</source>
        <translation>Beliebig: Die Suche entscheidet.</translation>
    </message>
</context>
<context>
    <name>Breakdown</name>
    <message>
        <source>Reached</source>
        <translation>Erreicht</translation>
    </message>
    <message>
        <source>Layers of the stage with the peak</source>
        <translation>Schichten der Stufe mit der Spitze</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>Memory of each layer on one device before ZeRO sharding; saved activations count once per micro-batch in flight</source>
        <translation>Speicher jeder Schicht auf einem Gerät vor der Aufteilung durch ZeRO; gespeicherte Aktivierungen zählen für jeden Micro-Batch, der unterwegs ist</translation>
    </message>
    <message>
        <source>parameters %1, gradients %2, saved %3</source>
        <translation>Parameter %1, Gradienten %2, gespeichert %3</translation>
    </message>
    <message>
        <source>parameters %1
gradients %2
saved %3</source>
        <translation>Parameter %1
Gradienten %2
gespeichert %3</translation>
    </message>
    <message>
        <source>Device memory of the fullest device</source>
        <translation>Gerätespeicher des vollsten Geräts</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Workspaces of matrix products</source>
        <translation>Arbeitspuffer der Matrixprodukte</translation>
    </message>
    <message>
        <source>Driver context</source>
        <translation>Kontext des Treibers</translation>
    </message>
    <message>
        <source>NCCL buffers</source>
        <translation>NCCL-Puffer</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>Gerätespeicher</translation>
    </message>
    <message>
        <source>Upper bound</source>
        <translation>Obere Schranke</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Memory that the driver reports - memory reserve</source>
        <translation>Speicher, den der Treiber meldet - frei zu lassender Speicher</translation>
    </message>
    <message>
        <source>Transfers between stages</source>
        <translation>Übertragungen zwischen Stufen</translation>
    </message>
    <message>
        <source>TP, CP and EP collectives</source>
        <translation>TP-, CP- und EP-Kollektive</translation>
    </message>
    <message>
        <source>Gradient reduction</source>
        <translation>Reduktion der Gradienten</translation>
    </message>
    <message>
        <source>Gradients of tied weights</source>
        <translation>Gradienten gemeinsamer Gewichte</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>Copies to and from the host</source>
        <translation>Kopien zum und vom Host</translation>
    </message>
    <message>
        <source>Exposed: %1</source>
        <translation>Sichtbar: %1</translation>
    </message>
    <message>
        <source>Step time that would be saved if only these transfers were instantaneous</source>
        <translation>Schrittzeit, die entfiele, wenn nur diese Übertragungen sofort ankämen</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Until the last backward pass</source>
        <translation>Bis zum letzten Rückwärtslauf</translation>
    </message>
    <message>
        <source>Time of the pipeline (makespan)</source>
        <translation>Zeit der Pipeline (Makespan)</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>Pipeline-Bubble</translation>
    </message>
    <message>
        <source>Longest idle time of a pipeline rank</source>
        <translation>Längster Leerlauf eines Pipeline-Rangs</translation>
    </message>
    <message>
        <source>Idle time between its first and its last operation</source>
        <translation>Leerlauf zwischen seiner ersten und seiner letzten Operation</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Sichtbare Kommunikation</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>Untere Schranke</translation>
    </message>
    <message>
        <source>All times at their lower bounds</source>
        <translation>Alle Zeiten an ihren unteren Schranken</translation>
    </message>
    <message>
        <source>All times at their upper bounds</source>
        <translation>Alle Zeiten an ihren oberen Schranken</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 Samples/s</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Globaler Batch</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Cost per step</source>
        <translation>Kosten je Schritt</translation>
    </message>
    <message>
        <source>$%1</source>
        <translation>%1 $</translation>
    </message>
    <message>
        <source>Nodes in use</source>
        <translation>Benutzte Knoten</translation>
    </message>
    <message>
        <source>Price of these nodes</source>
        <translation>Preis dieser Knoten</translation>
    </message>
    <message>
        <source>$%1 per hour</source>
        <translation>%1 $ je Stunde</translation>
    </message>
    <message>
        <source>Adjustment: parameters</source>
        <translation>Ausgleich: Parameter</translation>
    </message>
    <message>
        <source>Plus buffers, other stages on the device, and copies and versions of weights; minus the ZeRO shards of other ranks</source>
        <translation>Plus Puffer, andere Stufen auf dem Gerät sowie Kopien und Versionen der Gewichte; minus ZeRO-Teile anderer Ränge</translation>
    </message>
    <message>
        <source>Adjustment: gradients</source>
        <translation>Ausgleich: Gradienten</translation>
    </message>
    <message>
        <source>Plus buffers and other stages on the device; minus the ZeRO shards of other ranks and gradients that are not allocated at the time of the peak</source>
        <translation>Plus Puffer und andere Stufen auf dem Gerät; minus ZeRO-Teile anderer Ränge und Gradienten, die zum Zeitpunkt der Spitze nicht belegt sind</translation>
    </message>
    <message>
        <source>Adjustment: saved activations</source>
        <translation>Ausgleich: gespeicherte Aktivierungen</translation>
    </message>
    <message>
        <source>Plus further micro-batches in flight and other stages on the device; minus activations that memory policies do not keep or that are not allocated at the time of the peak</source>
        <translation>Plus weitere Micro-Batches, die unterwegs sind, und andere Stufen auf dem Gerät; minus Aktivierungen, die Speicherstrategien nicht behalten oder die zum Zeitpunkt der Spitze nicht belegt sind</translation>
    </message>
    <message>
        <source>Overlap with the next step</source>
        <translation>Überlappung mit dem nächsten Schritt</translation>
    </message>
    <message>
        <source>After the last backward pass</source>
        <translation>Nach dem letzten Rückwärtslauf</translation>
    </message>
    <message>
        <source>Gradient reductions and exchanges, and the optimizer step</source>
        <translation>Reduktion und Austausch von Gradienten sowie der Optimizer-Schritt</translation>
    </message>
    <message>
        <source>%1 of device %2</source>
        <translation>%1 von Gerät %2</translation>
    </message>
    <message>
        <source>Layers on this device</source>
        <translation>Schichten auf diesem Gerät</translation>
    </message>
    <message>
        <source>Device memory of this device</source>
        <translation>Gerätespeicher dieses Geräts</translation>
    </message>
</context>
<context>
    <name>CauseText</name>
    <message>
        <source>vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>micro-batch size</source>
        <translation>Micro-Batch-Größe</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>kind of peak</source>
        <translation>Art der Spitze</translation>
    </message>
    <message>
        <source>Slow run: the pipeline lost far more time than the plan explains.</source>
        <translation>Langsamer Lauf: Die Pipeline hat weit mehr Zeit verloren, als der Plan erklärt.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Tensor-parallel size</source>
        <translation>Tensorgrad</translation>
    </message>
    <message>
        <source>Pipeline-parallel size</source>
        <translation>Pipeline-Grad</translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation>Nicht angegeben</translation>
    </message>
    <message>
        <source>TP%1</source>
        <translation>TP%1</translation>
    </message>
    <message>
        <source>PP%1</source>
        <translation>PP%1</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <source>%1 runs of this configuration differ by %2.</source>
        <translation>%1 Läufe dieser Konfiguration weichen um %2 voneinander ab.</translation>
    </message>
    <message>
        <source>The device type was calibrated on runs in this file.</source>
        <translation>Der Gerätetyp wurde an Läufen dieser Datei kalibriert.</translation>
    </message>
    <message>
        <source>The row has no value for the %1; the default of the framework is assumed.</source>
        <translation>In der Zeile fehlt ein Wert (%1); angenommen ist der Standardwert des Frameworks.</translation>
    </message>
    <message>
        <source>The measured value is within the predicted bounds.</source>
        <translation>Der gemessene Wert liegt innerhalb der vorhergesagten Schranken.</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
</context>
<context>
    <name>ChartKeys</name>
    <message>
        <source>Trade-off</source>
        <translation>Abwägung</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>Speicher je Gerät</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Sizing curve</source>
        <translation>Kurve der Dimensionierung</translation>
    </message>
    <message>
        <source>Partitioners</source>
        <translation>Partitionierer</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>Zoom in and out</source>
        <translation>Vergrößern und verkleinern</translation>
    </message>
    <message>
        <source>Previous or next plan along the axis</source>
        <translation>Voriger oder nächster Plan entlang der Achse</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>Ausschnitt verschieben</translation>
    </message>
    <message>
        <source>Show all plans</source>
        <translation>Alle Pläne zeigen</translation>
    </message>
    <message>
        <source>Previous or next bar</source>
        <translation>Voriger oder nächster Balken</translation>
    </message>
    <message>
        <source>Expand the bar: its layers, or the devices of a node</source>
        <translation>Balken aufklappen: seine Schichten oder die Geräte eines Knotens</translation>
    </message>
    <message>
        <source>Pan in time and across pipeline ranks</source>
        <translation>In der Zeit und über die Pipeline-Ränge verschieben</translation>
    </message>
    <message>
        <source>Show the whole step</source>
        <translation>Den ganzen Schritt zeigen</translation>
    </message>
    <message>
        <source>Previous or next operation, pipeline rank above or below</source>
        <translation>Vorige oder nächste Operation, Pipeline-Rang darüber oder darunter</translation>
    </message>
    <message>
        <source>Go to the operation that the selected one waited for</source>
        <translation>Zu der Operation gehen, auf die die gewählte gewartet hat</translation>
    </message>
    <message>
        <source>Previous or next stage</source>
        <translation>Vorige oder nächste Stufe</translation>
    </message>
    <message>
        <source>Move the split point at the start of the stage</source>
        <translation>Den Schnitt am Anfang der Stufe verschieben</translation>
    </message>
    <message>
        <source>Move the split point at the end of the stage</source>
        <translation>Den Schnitt am Ende der Stufe verschieben</translation>
    </message>
    <message>
        <source>Previous or next value</source>
        <translation>Voriger oder nächster Wert</translation>
    </message>
    <message>
        <source>Apply the value</source>
        <translation>Den Wert übernehmen</translation>
    </message>
    <message>
        <source>Previous or next partitioner</source>
        <translation>Voriger oder nächster Partitionierer</translation>
    </message>
    <message>
        <source>Previous or next point or layer</source>
        <translation>Voriger oder nächster Punkt, vorige oder nächste Schicht</translation>
    </message>
    <message>
        <source>Measure the time from the selected operation to the next one that you select</source>
        <translation>Die Zeit von der gewählten Operation bis zur nächsten gewählten messen</translation>
    </message>
    <message>
        <source>Remove the ruler, then clear the selection</source>
        <translation>Das Lineal entfernen, dann die Auswahl aufheben</translation>
    </message>
    <message>
        <source>Recorded run</source>
        <translation>Aufgezeichneter Lauf</translation>
    </message>
    <message>
        <source>Pan along the run</source>
        <translation>Im Lauf verschieben</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>Den ganzen Lauf zeigen</translation>
    </message>
    <message>
        <source>Show the training step of the peak</source>
        <translation>Den Trainingsschritt der Spitze zeigen</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>Device %1, stage %2</source>
        <translation>Gerät %1, Stufe %2</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>cannot be estimated</source>
        <translation>kann nicht geschätzt werden</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>estimating…</source>
        <translation>wird geschätzt…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Globaler Batch</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>Parallelität</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>Micro-batch size</source>
        <translation>Micro-Batch-Größe</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln micro-batches per step</source>
        <translation>
            <numerusform>%1, %Ln Micro-Batch je Schritt</numerusform>
            <numerusform>%1, %Ln Micro-Batches je Schritt</numerusform>
        </translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>CPU offload</source>
        <translation>CPU-Auslagerung</translation>
    </message>
    <message>
        <source>Layers per stage</source>
        <translation>Schichten je Stufe</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Peak memory (bytes)</source>
        <translation>Spitzenspeicher (Bytes)</translation>
    </message>
    <message>
        <source>Peak memory, bounds</source>
        <translation>Spitzenspeicher, Schranken</translation>
    </message>
    <message>
        <source>Fullest device</source>
        <translation>Vollstes Gerät</translation>
    </message>
    <message>
        <source>%1; peak %2</source>
        <translation>%1; Spitze %2</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1 (Bytes)</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Reserved (bytes)</source>
        <translation>Reserviert (Bytes)</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>Gerätespeicher</translation>
    </message>
    <message>
        <source>Device memory (bytes)</source>
        <translation>Gerätespeicher (Bytes)</translation>
    </message>
    <message>
        <source>Device memory, upper bound</source>
        <translation>Gerätespeicher, obere Schranke</translation>
    </message>
    <message>
        <source>Device memory, upper bound (bytes)</source>
        <translation>Gerätespeicher, obere Schranke (Bytes)</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Spielraum</translation>
    </message>
    <message>
        <source>shortfall %1</source>
        <translation>%1 zu wenig</translation>
    </message>
    <message>
        <source>Headroom (bytes)</source>
        <translation>Spielraum (Bytes)</translation>
    </message>
    <message>
        <source>Basis</source>
        <translation>Grundlage</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Step time (seconds)</source>
        <translation>Schrittzeit (Sekunden)</translation>
    </message>
    <message>
        <source>Step time, bounds</source>
        <translation>Schrittzeit, Schranken</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Throughput (tokens/s or samples/s)</source>
        <translation>Durchsatz (Tokens/s oder Samples/s)</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Sichtbare Kommunikation</translation>
    </message>
    <message>
        <source>Exposed communication (seconds)</source>
        <translation>Sichtbare Kommunikation (Sekunden)</translation>
    </message>
    <message>
        <source>%1 ($)</source>
        <translation>%1 ($)</translation>
    </message>
    <message>
        <source>%1, bounds</source>
        <translation>%1, Schranken</translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>Trainingszeit</translation>
    </message>
    <message>
        <source>Time to train (seconds)</source>
        <translation>Trainingszeit (Sekunden)</translation>
    </message>
    <message>
        <source>Time to train, bounds</source>
        <translation>Trainingszeit, Schranken</translation>
    </message>
    <message>
        <source>Total cost</source>
        <translation>Gesamtkosten</translation>
    </message>
    <message>
        <source>Cost per step</source>
        <translation>Kosten je Schritt</translation>
    </message>
    <message>
        <source>Cost per million tokens</source>
        <translation>Kosten je Million Tokens</translation>
    </message>
    <message>
        <source>Cost per million samples</source>
        <translation>Kosten je Million Samples</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>%1 % points</source>
        <translation>%1 Prozentpunkte</translation>
    </message>
    <message>
        <source>%1, extrapolated</source>
        <translation>%1, extrapoliert</translation>
    </message>
    <message>
        <source>Training run</source>
        <translation>Trainingslauf</translation>
    </message>
    <message>
        <source>one step (no run length set)</source>
        <translation>ein Schritt (keine Länge des Laufs angegeben)</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Tokens</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 Samples</translation>
    </message>
    <message>
        <source>Not included</source>
        <translation>Nicht enthalten</translation>
    </message>
    <message>
        <source>no source</source>
        <translation>keine Quelle</translation>
    </message>
    <message>
        <source>%1 GB/s, %2; %3</source>
        <translation>%1 GB/s, %2; %3</translation>
    </message>
    <message>
        <source>Price age</source>
        <translation>Alter des Preises</translation>
    </message>
    <message>
        <source>Intra-node link</source>
        <translation>Verbindung im Knoten</translation>
    </message>
    <message>
        <source>Inter-node link</source>
        <translation>Verbindung zwischen Knoten</translation>
    </message>
    <message>
        <source>%1 per node-hour</source>
        <translation>%1/h je Knoten</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
</context>
<context>
    <name>Comparing</name>
    <message>
        <source>%1, micro-batch %2</source>
        <translation>%1, Micro-Batch %2</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>+%1</source>
        <translation>+%1</translation>
    </message>
    <message>
        <source>-%1</source>
        <translation>-%1</translation>
    </message>
    <message>
        <source>%1: cannot be estimated</source>
        <translation>%1: kann nicht geschätzt werden</translation>
    </message>
    <message>
        <source>%1: peak %2, step time %3</source>
        <translation>%1: Spitze %2, Schrittzeit %3</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>Wird geschätzt…</translation>
    </message>
    <message>
        <source>One plan: %1. To compare it, add another plan with Ctrl+D or Ctrl-click in Trade-off.</source>
        <translation>Nur %1. Zum Vergleichen einen weiteren Plan hinzufügen: Strg+D oder Strg-Klick in der Abwägung.</translation>
    </message>
    <message>
        <source>The baseline %1 cannot be estimated, so no differences are shown.</source>
        <translation>Der Bezug %1 kann nicht geschätzt werden; es werden keine Unterschiede gezeigt.</translation>
    </message>
    <message>
        <source>Relative to %1 (%2): %3.</source>
        <translation>Gegenüber %1 (%2): %3.</translation>
    </message>
    <message>
        <source>Lowest peak and shortest step: %1 (%2, %3).</source>
        <translation>Niedrigster Spitzenspeicher und kürzester Schritt: %1 (%2, %3).</translation>
    </message>
    <message>
        <source>Lowest peak: %1 (%2). Shortest step: %3 (%4).</source>
        <translation>Niedrigster Spitzenspeicher: %1 (%2). Kürzester Schritt: %3 (%4).</translation>
    </message>
    <message>
        <source>peak %1, step time %2</source>
        <translation>Spitze %1, Schrittzeit %2</translation>
    </message>
    <message>
        <source>%1 cannot be estimated for its current problem: %2</source>
        <translation>%1 kann für sein jetziges Problem nicht geschätzt werden: %2</translation>
    </message>
    <message>
        <source>about the same</source>
        <translation>etwa gleich</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>no plan has a peak below %1 (%2 % less), but with several stages per pipeline rank or per-layer policies, no plan is proven optimal</source>
        <translation>kein Plan hat eine Spitze unter %1, das sind %2 % weniger; mit mehreren Stufen je Pipeline-Rang oder eigenen Strategien der Schichten sind die Pläne die besten gefundenen, nicht bewiesen optimal</translation>
    </message>
    <message>
        <source>the split points are given: no search was needed</source>
        <translation>die Schnitte sind vorgegeben: Eine Suche war nicht nötig</translation>
    </message>
    <message>
        <source>the global batch is not divisible by any allowed combination of pipeline and data-parallel size</source>
        <translation>der globale Batch ist durch keine erlaubte Kombination aus Pipeline-Tiefe und Datengrad teilbar</translation>
    </message>
    <message>
        <source>faster plans fit, but leave no headroom for the allocator</source>
        <translation>schnellere Pläne passen, lassen dem Allokator aber keinen Spielraum</translation>
    </message>
    <message>
        <source>cheaper plans fit, but leave no headroom for the allocator</source>
        <translation>günstigere Pläne passen, lassen dem Allokator aber keinen Spielraum</translation>
    </message>
    <message>
        <source>plans with a lower peak fit, but leave no headroom for the allocator</source>
        <translation>Pläne mit niedrigerer Spitze passen, lassen dem Allokator aber keinen Spielraum</translation>
    </message>
    <message>
        <source>plans on fewer devices fit, but leave no headroom for the allocator</source>
        <translation>Pläne auf weniger Geräten passen, lassen dem Allokator aber keinen Spielraum</translation>
    </message>
    <message>
        <source>plans for larger values fit, but leave no headroom for the allocator</source>
        <translation>Pläne für größere Werte passen, lassen dem Allokator aber keinen Spielraum</translation>
    </message>
    <message>
        <source>the peak is minimal; not all of the many plans with this peak were timed</source>
        <translation>die Spitze ist minimal; nicht von allen der vielen Pläne mit dieser Spitze wurde die Zeit bestimmt</translation>
    </message>
    <message>
        <source>%1 orders of %2 groups were searched; no plan has a peak below %3, and this one is %4 % above that</source>
        <translation>%1 Reihenfolgen von %2 Gruppen wurden durchsucht; kein Plan hat eine Spitze unter %3, dieser liegt %4 % darüber</translation>
    </message>
    <message>
        <source>there may be a cheaper plan: not all were timed</source>
        <translation>es kann einen günstigeren Plan geben: Nicht von allen wurde die Zeit bestimmt</translation>
    </message>
    <message>
        <source>not all plans for each cluster were timed</source>
        <translation>nicht von allen Plänen jedes Clusters wurde die Zeit bestimmt</translation>
    </message>
    <message>
        <source>no cluster has both a plan and a price</source>
        <translation>kein Cluster hat sowohl einen Plan als auch einen Preis</translation>
    </message>
    <message>
        <source>its price is missing</source>
        <translation>sein Preis fehlt</translation>
    </message>
    <message>
        <source>where pipeline ranks hold several stages, the split points are the best found, not proven optimal</source>
        <translation>wo Pipeline-Ränge mehrere Stufen halten, sind die Schnitte die besten gefundenen, nicht bewiesen optimal</translation>
    </message>
    <message>
        <source>larger values that were measured may have narrower intervals: not all of them were tried</source>
        <translation>größere Werte, die gemessen wurden, können engere Schranken haben: Nicht alle wurden versucht</translation>
    </message>
    <message>
        <source>no value has a plan under the given constraints</source>
        <translation>kein Wert hat mit diesen Vorgaben einen Plan</translation>
    </message>
    <message>
        <source>%1 % of a device&apos;s memory</source>
        <translation>%1 % des Speichers eines Geräts</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>it needs at least 2 pipeline ranks with several stages each</source>
        <translation>er braucht mindestens 2 Pipeline-Ränge mit je mehreren Stufen</translation>
    </message>
    <message>
        <source>there are fewer layers than stages (%1)</source>
        <translation>es gibt weniger Schichten als Stufen (%1)</translation>
    </message>
    <message>
        <source>fewer pipeline ranks</source>
        <translation>weniger Pipeline-Ränge</translation>
    </message>
    <message>
        <source>it needs one stage per pipeline rank, not %1 stages on %2 pipeline ranks</source>
        <translation>er braucht eine Stufe je Pipeline-Rang, nicht %1 Stufen auf %2 Pipeline-Rängen</translation>
    </message>
    <message>
        <source>two pipelines in opposite directions need an even number of pipeline ranks, not %1</source>
        <translation>zwei gegenläufige Pipelines brauchen eine gerade Anzahl von Pipeline-Rängen, nicht %1</translation>
    </message>
    <message>
        <source>the number of micro-batches (%1) must be a multiple of the number of pipeline ranks (%2)</source>
        <translation>die Anzahl der Micro-Batches (%1) muss ein Vielfaches der Anzahl der Pipeline-Ränge (%2) sein</translation>
    </message>
    <message>
        <source>the number of micro-batches (%1) must be a multiple of the number of rounds (%2)</source>
        <translation>die Anzahl der Micro-Batches (%1) muss ein Vielfaches der Anzahl der Runden (%2) sein</translation>
    </message>
    <message>
        <source>%1 micro-batches</source>
        <translation>%1 Micro-Batches</translation>
    </message>
    <message>
        <source>%1 micro-batches, or the schedule interleaved-rounds</source>
        <translation>%1 Micro-Batches oder der Schedule interleaved-rounds</translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation>%1 Stufen</translation>
    </message>
    <message>
        <source>%1 pipeline ranks</source>
        <translation>%1 Pipeline-Ränge</translation>
    </message>
    <message>
        <source>it needs an even number of micro-batches, at least twice the %1 pipeline ranks; there are %2</source>
        <translation>er braucht eine gerade Anzahl von Micro-Batches, mindestens doppelt so viele wie die %1 Pipeline-Ränge; es sind %2</translation>
    </message>
    <message>
        <source>its graph has %1 stages, but the plan has %2</source>
        <translation>sein Graph hat %1 Stufen, der Plan %2</translation>
    </message>
    <message>
        <source>stage %1 of its graph uses the output of stage %2, which does not precede it</source>
        <translation>Stufe %1 seines Graphen verwendet die Ausgabe von Stufe %2, die ihr nicht vorausgeht</translation>
    </message>
    <message>
        <source>each of the %1 pipeline ranks must hold the same number of stages, at least 2; there are %2</source>
        <translation>jeder der %1 Pipeline-Ränge muss gleich viele Stufen halten, mindestens 2; es sind %2</translation>
    </message>
    <message>
        <source>a step needs at least as many micro-batches as pipeline ranks (%1); there are %2</source>
        <translation>ein Schritt braucht mindestens so viele Micro-Batches wie Pipeline-Ränge (%1); es sind %2</translation>
    </message>
    <message>
        <source>it needs two stages per pipeline rank: %1 on %2 pipeline ranks, not %3</source>
        <translation>er braucht zwei Stufen je Pipeline-Rang: %1 auf %2 Pipeline-Rängen, nicht %3</translation>
    </message>
    <message>
        <source>stage %1 must begin with layer %2 and contain at least one layer</source>
        <translation>Stufe %1 muss mit Schicht %2 beginnen und mindestens eine Schicht enthalten</translation>
    </message>
    <message>
        <source>stage %1 is placed on device group %2, which does not exist in the cluster</source>
        <translation>Stufe %1 liegt auf der Gerätegruppe %2, die es im Cluster nicht gibt</translation>
    </message>
    <message>
        <source>stage %1 has a policy for layer %2, but the last layer is %3</source>
        <translation>Stufe %1 hat eine Strategie für Schicht %2, aber die letzte Schicht ist %3</translation>
    </message>
    <message>
        <source>stage %1 has pipeline rank %2; it must be from 0 to the number of stages</source>
        <translation>Stufe %1 hat Pipeline-Rang %2; er muss zwischen 0 und der Anzahl der Stufen liegen</translation>
    </message>
    <message>
        <source>stage %1 must have pipeline rank %2</source>
        <translation>Stufe %1 muss Pipeline-Rang %2 haben</translation>
    </message>
    <message>
        <source>stage %1 has micro-batch size %2</source>
        <translation>Stufe %1 hat Micro-Batch-Größe %2</translation>
    </message>
    <message>
        <source>stage %1: number of micro-batches (%2) x micro-batch size (%3) x data-parallel size (%4) does not equal the global batch (%5)</source>
        <translation>Stufe %1: Anzahl der Micro-Batches (%2) × Micro-Batch-Größe (%3) × Datengrad (%4) ist nicht gleich dem globalen Batch (%5)</translation>
    </message>
    <message>
        <source>it uses state on the host, another use of replicas, or compressed activations; a layer table does not describe the tensors for these (stage boundaries can be compressed)</source>
        <translation>er hat Zustand auf dem Host, eine andere Verwendung der Replikate oder komprimierte Aktivierungen; eine Schichttabelle beschreibt die Tensoren dafür nicht (Grenzen zwischen Stufen können komprimiert werden)</translation>
    </message>
    <message>
        <source>a period of %1 steps is not supported</source>
        <translation>eine Periode von %1 Schritten wird nicht unterstützt</translation>
    </message>
    <message>
        <source>a period of %1 steps needs averaging or subnets, because gradients are exchanged in every step</source>
        <translation>eine Periode von %1 Schritten erfordert averaging oder subnets, weil Gradienten in jedem Schritt ausgetauscht werden</translation>
    </message>
    <message>
        <source>replicas that use %1 need at least two replicas, each with its whole state (ZeRO stage 0, expert- and context-parallel size 1)</source>
        <translation>Replikate, die %1 verwenden, erfordern mindestens zwei Replikate, jedes mit seinem ganzen Zustand (ZeRO-Stufe 0, Experten- und Kontextgrad 1)</translation>
    </message>
    <message>
        <source>replicas that use %1 need stages with equal parallel sizes, on one group of devices</source>
        <translation>Replikate, die %1 verwenden, erfordern Stufen mit gleichen Graden auf einer einzigen Gerätegruppe</translation>
    </message>
    <message>
        <source>parameters on the host need ZeRO stage 3, which shards them over the replicas</source>
        <translation>Parameter auf dem Host erfordern ZeRO-Stufe 3, die sie auf die Replikate aufteilt</translation>
    </message>
    <message>
        <source>state on the host cannot be combined with replicas that use %1</source>
        <translation>Zustand auf dem Host lässt sich nicht mit Replikaten kombinieren, die %1 verwenden</translation>
    </message>
    <message>
        <source>compression needs a compressor, such as quantise:8</source>
        <translation>Kompression erfordert einen Kompressor, zum Beispiel quantise:8</translation>
    </message>
    <message>
        <source>a limit of micro-batches in flight needs the schedule dapple-a or dapple-b, and must be at least 1</source>
        <translation>eine Grenze der Micro-Batches unterwegs erfordert den Schedule dapple-a oder dapple-b und muss mindestens 1 sein</translation>
    </message>
    <message>
        <source>stage %1 has other parallel sizes than stage 0 (tensor %2 and %3, data %4 and %5); with %6, several stages share a pipeline rank&apos;s devices, so all stages must have the same sizes</source>
        <translation>Stufe %1 hat andere Grade als Stufe 0 (Tensor %2 und %3, Daten %4 und %5); mit %6 teilen sich mehrere Stufen die Geräte eines Pipeline-Rangs, daher müssen alle Stufen die gleichen Grade haben</translation>
    </message>
    <message>
        <source>stage %1 is placed on device group %2, but stage 0 on %3; with %4, all stages must be on the same group</source>
        <translation>Stufe %1 liegt auf der Gerätegruppe %2, Stufe 0 auf %3; mit %4 müssen alle Stufen auf derselben Gruppe liegen</translation>
    </message>
    <message>
        <source>stage %1 is placed on device group %2, but another stage of its pipeline rank on %3</source>
        <translation>Stufe %1 liegt auf der Gerätegruppe %2, eine andere Stufe ihres Pipeline-Rangs auf %3</translation>
    </message>
    <message>
        <source>it needs %1 devices, but the cluster has %2</source>
        <translation>er braucht %1 Geräte, aber der Cluster hat %2</translation>
    </message>
    <message>
        <source>it needs %1 devices of group %2 (%3), which has %4</source>
        <translation>er braucht %1 Geräte der Gruppe %2 (%3), die %4 hat</translation>
    </message>
    <message>
        <source>it has no stages</source>
        <translation>er hat keine Stufen</translation>
    </message>
    <message>
        <source>it has %1 micro-batches</source>
        <translation>er hat %1 Micro-Batches</translation>
    </message>
    <message>
        <source>ZeRO stage %1; it must be from 0 to 3</source>
        <translation>ZeRO-Stufe %1; sie muss zwischen 0 und 3 liegen</translation>
    </message>
    <message>
        <source>ZeRO stage %1; a layer table does not describe state that replicas could shard</source>
        <translation>ZeRO-Stufe %1; eine Schichttabelle beschreibt keinen Zustand, den Replikate aufteilen könnten</translation>
    </message>
    <message>
        <source>context-parallel size %1; it must be from 1 to the number of devices</source>
        <translation>Kontextgrad %1; er muss zwischen 1 und der Anzahl der Geräte liegen</translation>
    </message>
    <message>
        <source>expert-parallel size %1; it must be 1 or more</source>
        <translation>Expertengrad %1; er muss mindestens 1 sein</translation>
    </message>
    <message>
        <source>the capacity of an expert is not from 1 to %1</source>
        <translation>die Kapazität eines Experten liegt nicht zwischen 1 und %1</translation>
    </message>
    <message>
        <source>ZeRO stage %1 with expert-parallel size %2; only the optimizer states of experts can be sharded: ZeRO stage 1</source>
        <translation>ZeRO-Stufe %1 mit Expertengrad %2; bei Experten lässt sich nur der Optimizer-Zustand aufteilen: ZeRO-Stufe 1</translation>
    </message>
    <message>
        <source>the last stage must end with layer %1</source>
        <translation>die letzte Stufe muss mit Schicht %1 enden</translation>
    </message>
    <message>
        <source>stages cannot be split or merged with %1 when a pipeline rank has several stages</source>
        <translation>mit %1 lassen sich Stufen nicht teilen oder zusammenlegen, wenn ein Pipeline-Rang mehrere Stufen hat</translation>
    </message>
    <message>
        <source>no stage can be split before layer %1</source>
        <translation>vor Schicht %1 lässt sich keine Stufe teilen</translation>
    </message>
    <message>
        <source>no stage follows stage %1 to merge with</source>
        <translation>auf Stufe %1 folgt keine, mit der sie zusammengelegt werden kann</translation>
    </message>
    <message>
        <source>the sequence length</source>
        <translation>die Sequenzlänge</translation>
    </message>
    <message>
        <source>the number of layers</source>
        <translation>die Anzahl der Schichten</translation>
    </message>
    <message>
        <source>the number of devices</source>
        <translation>die Anzahl der Geräte</translation>
    </message>
    <message>
        <source>the micro-batch size</source>
        <translation>die Micro-Batch-Größe</translation>
    </message>
    <message>
        <source>the image side</source>
        <translation>die Bildgröße</translation>
    </message>
    <message>
        <source>a varied dimension</source>
        <translation>eine variierte Dimension</translation>
    </message>
    <message>
        <source>a dimension that sizing varies</source>
        <translation>eine Dimension, die die Dimensionierung variiert</translation>
    </message>
    <message>
        <source>schedules with one stage per pipeline rank</source>
        <translation>Schedules mit einer Stufe je Pipeline-Rang</translation>
    </message>
    <message>
        <source>the use of replicas in a search</source>
        <translation>die Verwendung der Replikate einer Suche</translation>
    </message>
    <message>
        <source>the tensor-parallel size</source>
        <translation>der Tensorgrad</translation>
    </message>
    <message>
        <source>the data-parallel size</source>
        <translation>der Datengrad</translation>
    </message>
    <message>
        <source>the context-parallel size</source>
        <translation>der Kontextgrad</translation>
    </message>
    <message>
        <source>the expert-parallel size</source>
        <translation>der Expertengrad</translation>
    </message>
    <message>
        <source>the pipeline depth</source>
        <translation>die Pipeline-Tiefe</translation>
    </message>
    <message>
        <source>the global batch</source>
        <translation>der globale Batch</translation>
    </message>
    <message>
        <source>the ZeRO stage</source>
        <translation>die ZeRO-Stufe</translation>
    </message>
    <message>
        <source>the memory reserve</source>
        <translation>der frei zu lassende Speicher</translation>
    </message>
    <message>
        <source>the maximum slowdown</source>
        <translation>die größte erlaubte Verlangsamung</translation>
    </message>
    <message>
        <source>the largest size</source>
        <translation>die größte Größe</translation>
    </message>
    <message>
        <source>the step between sizes</source>
        <translation>die Schrittweite der Größen</translation>
    </message>
    <message>
        <source>the schedule</source>
        <translation>der Schedule</translation>
    </message>
    <message>
        <source>sizing without split points (it searches for them)</source>
        <translation>Dimensionierung ohne Schnitte (sie sucht danach)</translation>
    </message>
    <message>
        <source>the partitioner</source>
        <translation>der Partitionierer</translation>
    </message>
    <message>
        <source>the schedule for split points by the ledger</source>
        <translation>der Schedule von Schnitten nach der Buchführung</translation>
    </message>
    <message>
        <source>the schedule of a search with stage-specific sizes</source>
        <translation>der Schedule einer Suche über Grade jeder Stufe</translation>
    </message>
    <message>
        <source>the schedule of a comparison of partitioners</source>
        <translation>der Schedule eines Vergleichs von Partitionierern</translation>
    </message>
    <message>
        <source>the policy in a search</source>
        <translation>die Strategie einer Suche</translation>
    </message>
    <message>
        <source>the policy for a layer table</source>
        <translation>die Strategie einer Schichttabelle</translation>
    </message>
    <message>
        <source>the last layer of a policy range</source>
        <translation>die letzte Schicht eines Bereichs der Strategie</translation>
    </message>
    <message>
        <source>the objective of a search on nodes without a price</source>
        <translation>das Ziel einer Suche auf Knoten ohne Preis</translation>
    </message>
    <message>
        <source>the number of nodes in a group</source>
        <translation>die Anzahl der Knoten einer Gruppe</translation>
    </message>
    <message>
        <source>the number of devices per node</source>
        <translation>die Anzahl der Geräte je Knoten</translation>
    </message>
    <message>
        <source>the number of device groups</source>
        <translation>die Anzahl der Gerätegruppen</translation>
    </message>
    <message>
        <source>the limit of micro-batches in flight in a search</source>
        <translation>die Grenze der Micro-Batches unterwegs bei einer Suche</translation>
    </message>
    <message>
        <source>the total size of all layers and samples in bytes</source>
        <translation>die Gesamtgröße aller Schichten und Samples in Bytes</translation>
    </message>
    <message>
        <source>the ZeRO stage with expert parallelism</source>
        <translation>die ZeRO-Stufe bei Expertenparallelität</translation>
    </message>
    <message>
        <source>the ZeRO stage of a search with parameters on the host</source>
        <translation>die ZeRO-Stufe einer Suche mit Parametern auf dem Host</translation>
    </message>
    <message>
        <source>the ZeRO stage and gradient handling of a layer table</source>
        <translation>die ZeRO-Stufe und die Gradienten einer Schichttabelle</translation>
    </message>
    <message>
        <source>the target of a search with stage-specific sizes</source>
        <translation>das Exportziel einer Suche mit Graden jeder Stufe</translation>
    </message>
    <message>
        <source>pipeline depth x data-parallel x tensor-parallel x context-parallel size</source>
        <translation>Pipeline-Tiefe × Daten- × Tensor- × Kontextgrad</translation>
    </message>
    <message>
        <source>the expert capacity</source>
        <translation>die Kapazität eines Experten</translation>
    </message>
    <message>
        <source>the number of given split points</source>
        <translation>die Anzahl der vorgegebenen Schnitte</translation>
    </message>
    <message>
        <source>with fixed split points</source>
        <translation>mit festen Schnitten</translation>
    </message>
    <message>
        <source>one group</source>
        <translation>eine Gruppe</translation>
    </message>
    <message>
        <source>another device type</source>
        <translation>ein anderer Gerätetyp</translation>
    </message>
    <message>
        <source>a cluster with several groups</source>
        <translation>ein Cluster aus mehreren Gruppen</translation>
    </message>
    <message>
        <source>a what-if of the hardware</source>
        <translation>ein Was-wäre-wenn-Wert der Hardware</translation>
    </message>
    <message>
        <source>the sequence length of a layer table</source>
        <translation>die Sequenzlänge einer Schichttabelle</translation>
    </message>
    <message>
        <source>a model whose costs depend on the sequence length</source>
        <translation>ein Modell, dessen Kosten von der Sequenzlänge abhängen</translation>
    </message>
    <message>
        <source>the model whose width is to change</source>
        <translation>das Modell, dessen Breite sich ändern soll</translation>
    </message>
    <message>
        <source>a policy with layer ranges, when sizing varies the number of layers,</source>
        <translation>eine Strategie mit Bereichen von Schichten, wenn die Dimensionierung die Anzahl der Schichten variiert,</translation>
    </message>
    <message>
        <source>one policy for all layers</source>
        <translation>eine Strategie für alle Schichten</translation>
    </message>
    <message>
        <source>equal parallel sizes for all stages</source>
        <translation>gleiche Grade für alle Stufen</translation>
    </message>
    <message>
        <source>a token model without learned positions</source>
        <translation>ein Token-Modell ohne gelernte Positionen</translation>
    </message>
    <message>
        <source>a row of a layer table</source>
        <translation>die Zeile einer Schichttabelle</translation>
    </message>
    <message>
        <source>the layers of a config.json, a zoo model or a TorchScript file</source>
        <translation>die Schichten einer config.json, eines Modells aus dem Zoo oder einer TorchScript-Datei</translation>
    </message>
    <message>
        <source>1 (TorchScript layers cannot be split)</source>
        <translation>1 (TorchScript-Schichten lassen sich nicht aufteilen)</translation>
    </message>
    <message>
        <source>1 (a layer table has only whole layers)</source>
        <translation>1 (eine Schichttabelle hat nur ganze Schichten)</translation>
    </message>
    <message>
        <source>global batch</source>
        <translation>globaler Batch</translation>
    </message>
    <message>
        <source>data-parallel size</source>
        <translation>Datengrad</translation>
    </message>
    <message>
        <source>expert-parallel size</source>
        <translation>Expertengrad</translation>
    </message>
    <message>
        <source>context-parallel size</source>
        <translation>Kontextgrad</translation>
    </message>
    <message>
        <source>global batch / micro-batch size</source>
        <translation>globaler Batch / Micro-Batch-Größe</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>more than 2^20 devices</source>
        <translation>mehr als 2^20 Geräte</translation>
    </message>
    <message>
        <source>number of GPUs is missing</source>
        <translation>Anzahl der GPUs fehlt</translation>
    </message>
    <message>
        <source>its number of GPUs is not the product of its parallel sizes</source>
        <translation>die Anzahl seiner GPUs ist nicht das Produkt seiner Grade</translation>
    </message>
    <message>
        <source>more pipeline stages than layers</source>
        <translation>mehr Pipeline-Stufen als Schichten</translation>
    </message>
    <message>
        <source>the numbers of layers of its first and last stage do not fit its pipeline</source>
        <translation>die Schichtzahlen seiner ersten und letzten Stufe passen nicht zu seiner Pipeline</translation>
    </message>
    <message>
        <source>micro-batch size of the pipeline is missing</source>
        <translation>Micro-Batch-Größe der Pipeline fehlt</translation>
    </message>
    <message>
        <source>micro-batch size is missing</source>
        <translation>Micro-Batch-Größe fehlt</translation>
    </message>
    <message>
        <source>its global batch is smaller than its data-parallel size</source>
        <translation>sein globaler Batch ist kleiner als sein Datengrad</translation>
    </message>
    <message>
        <source>its global batch is smaller than one micro-batch per replica</source>
        <translation>sein globaler Batch ist kleiner als ein Micro-Batch je Replikat</translation>
    </message>
    <message>
        <source>number of layers, hidden size or sequence length is missing</source>
        <translation>Anzahl der Schichten, Breite oder Sequenzlänge fehlt</translation>
    </message>
    <message>
        <source>no measured throughput</source>
        <translation>kein gemessener Durchsatz</translation>
    </message>
    <message>
        <source>global batch is missing</source>
        <translation>globaler Batch fehlt</translation>
    </message>
    <message>
        <source>its throughput has an unknown unit (%1)</source>
        <translation>sein Durchsatz hat eine unbekannte Einheit (%1)</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>Speicher erschöpft</translation>
    </message>
    <message>
        <source>no measured memory</source>
        <translation>kein gemessener Speicher</translation>
    </message>
    <message>
        <source>memory summed over devices</source>
        <translation>über Geräte summierter Speicher</translation>
    </message>
    <message>
        <source>FP8 parameters</source>
        <translation>FP8-Parameter</translation>
    </message>
    <message>
        <source>memory of a rank in the middle of the pipeline</source>
        <translation>Speicher eines Rangs in der Mitte der Pipeline</translation>
    </message>
    <message>
        <source>fitted on %1 runs of %2</source>
        <translation>angepasst an %1 Läufe von %2</translation>
    </message>
    <message>
        <source>%1 layers like &quot;%2&quot; instead of %3</source>
        <translation>%1 Schichten wie „%2“ statt %3</translation>
    </message>
    <message>
        <source>The file skips whole layers at random (layerdrop). All layers are trained.</source>
        <translation>Die Datei überspringt zufällig ganze Schichten (layerdrop). Alle Schichten werden trainiert.</translation>
    </message>
    <message>
        <source>The loss of problem_type %1 is replaced by the cross entropy of the labels.</source>
        <translation>Der Loss von problem_type %1 wird durch die Kreuzentropie der Labels ersetzt.</translation>
    </message>
    <message>
        <source>The router noise that the file configures is not applied.</source>
        <translation>Das Rauschen des Routers, das die Datei angibt, wird nicht angewendet.</translation>
    </message>
    <message>
        <source>transformers 5 keeps a second, unused bias of the vocabulary if the embeddings are not tied. It is not included.</source>
        <translation>transformers 5 behält einen zweiten, unbenutzten Bias des Vokabulars, wenn die Embeddings keine gemeinsamen Gewichte haben. Er ist nicht enthalten.</translation>
    </message>
    <message>
        <source>The file&apos;s weights are quantized (quantization_config). Profiles and plans use the chosen precision.</source>
        <translation>Die Gewichte der Datei sind quantisiert (quantization_config). Profile und Pläne verwenden die gewählte Genauigkeit.</translation>
    </message>
    <message>
        <source>The auxiliary loss of the router (output_router_logits) is not included in the training.</source>
        <translation>Der Hilfs-Loss des Routers (output_router_logits) wird nicht mittrainiert.</translation>
    </message>
    <message>
        <source>The file splits matrix products into slices (pretraining_tp). They are computed whole, as in transformers 5.</source>
        <translation>Die Datei teilt Matrixprodukte in Scheiben (pretraining_tp). Sie werden ganz berechnet, wie in transformers 5.</translation>
    </message>
    <message>
        <source>The file splits the feed-forward part into chunks (chunk_size_feed_forward). It is computed at once.</source>
        <translation>Die Datei teilt den Feed-Forward-Teil in Abschnitte (chunk_size_feed_forward). Er wird auf einmal berechnet.</translation>
    </message>
    <message>
        <source>The heads that the file prunes (pruned_heads) are kept.</source>
        <translation>Die Köpfe, die die Datei entfernt (pruned_heads), bleiben erhalten.</translation>
    </message>
    <message>
        <source>The file&apos;s layer_types are not applied: in transformers, all blocks of this model type are alike.</source>
        <translation>Die layer_types der Datei werden nicht angewendet: In transformers sind alle Blöcke dieses Modelltyps gleich.</translation>
    </message>
    <message>
        <source>price given with the cluster</source>
        <translation>Preis mit dem Cluster angegeben</translation>
    </message>
    <message>
        <source>no source given</source>
        <translation>keine Quelle angegeben</translation>
    </message>
    <message>
        <source>The spot interruption rate of %1 is unknown: the estimate adds nothing for interruptions.</source>
        <translation>Die Unterbrechungsrate der Spot-Knoten von %1 ist nicht bekannt: Die Schätzung enthält keine Unterbrechungen.</translation>
    </message>
    <message>
        <source>the column &quot;%1&quot; appears twice</source>
        <translation>die Spalte „%1“ kommt zweimal vor</translation>
    </message>
    <message>
        <source>it has %1 fields, but the header line has %2</source>
        <translation>sie hat %1 Felder, aber die Kopfzeile hat %2</translation>
    </message>
    <message>
        <source>the column &quot;%1&quot; is missing in the header line</source>
        <translation>die Spalte „%1“ fehlt in der Kopfzeile</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <source>transformer block</source>
        <translation>Transformer-Block</translation>
    </message>
    <message>
        <source>image classifier head</source>
        <translation>Kopf einer Bildklassifikation</translation>
    </message>
    <message>
        <source>token embedding</source>
        <translation>Token-Embedding</translation>
    </message>
    <message>
        <source>convolution stem</source>
        <translation>Faltungs-Stem</translation>
    </message>
    <message>
        <source>patch embedding</source>
        <translation>Patch-Embedding</translation>
    </message>
    <message>
        <source>language model head</source>
        <translation>Kopf eines Sprachmodells</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <source>transition</source>
        <translation>Übergang</translation>
    </message>
    <message>
        <source>segmentation head</source>
        <translation>Kopf einer Segmentierung</translation>
    </message>
    <message>
        <source>residual block</source>
        <translation>Residual-Block</translation>
    </message>
    <message>
        <source>preactivation block</source>
        <translation>Präaktivierungs-Block</translation>
    </message>
    <message>
        <source>masked language model head</source>
        <translation>Kopf eines maskierten Sprachmodells</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>inverted residual</source>
        <translation>Invertierter Residual-Block</translation>
    </message>
    <message>
        <source>dense layer</source>
        <translation>Dense-Schicht</translation>
    </message>
    <message>
        <source>decoder embedding</source>
        <translation>Decoder-Embedding</translation>
    </message>
    <message>
        <source>convolution unit</source>
        <translation>Faltungseinheit</translation>
    </message>
    <message>
        <source>bottleneck</source>
        <translation>Bottleneck</translation>
    </message>
    <message>
        <source>table row</source>
        <translation>Tabellenzeile</translation>
    </message>
    <message>
        <source>not all plans that may be %1 were timed</source>
        <translation>nicht von allen Plänen, die %1 sein können, wurde die Zeit bestimmt</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>schneller</translation>
    </message>
    <message>
        <source>cheaper</source>
        <translation>günstiger</translation>
    </message>
    <message>
        <source>time</source>
        <translation>der Zeit</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>der Kosten</translation>
    </message>
    <message>
        <source>some plans that may be %1 were not timed; they need at least %2 % of this plan&apos;s %3</source>
        <translation>von manchen Plänen, die %1 sein können, wurde die Zeit nicht bestimmt; sie brauchen mindestens %2 % %3 dieses Plans</translation>
    </message>
    <message>
        <source>expert-parallel size %1; the data-parallel size of %2, %3, must be a multiple of it</source>
        <translation>Expertengrad %1; der Datengrad von %2, %3, muss ein Vielfaches davon sein</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>the smallest point of its layer</source>
        <translation>der kleinste Punkt seiner Schicht</translation>
    </message>
    <message>
        <source>growth of the layer with the micro-batch size</source>
        <translation>Wachstum der Schicht mit der Micro-Batch-Größe</translation>
    </message>
    <message>
        <source>check that the growth stays linear</source>
        <translation>Prüfung, ob das Wachstum linear bleibt</translation>
    </message>
    <message>
        <source>growth of its operations, which smaller micro-batches do not show</source>
        <translation>Wachstum ihrer Operationen, das kleinere Micro-Batches nicht zeigen</translation>
    </message>
    <message>
        <source>the share of one rank</source>
        <translation>der Anteil eines Rangs</translation>
    </message>
    <message>
        <source>the layer with recomputation</source>
        <translation>die Schicht mit Neuberechnung</translation>
    </message>
    <message>
        <source>check that neighboring layers add up</source>
        <translation>Prüfung, ob sich benachbarte Schichten addieren</translation>
    </message>
    <message>
        <source>check that micro-batches in flight add up</source>
        <translation>Prüfung, ob sich Micro-Batches unterwegs addieren</translation>
    </message>
    <message>
        <source>retry, because more memory is free now</source>
        <translation>neuer Versuch, weil jetzt mehr Speicher frei ist</translation>
    </message>
    <message>
        <source>%1; narrows %2</source>
        <translation>%1; engt %2 ein</translation>
    </message>
    <message>
        <source>stage %1 of %2, with %3 replicas, split points %4</source>
        <translation>Stufe %1 von %2, mit %3 Replikaten, Schnitte %4</translation>
    </message>
    <message>
        <source>stage %1 of %2, split points %3</source>
        <translation>Stufe %1 von %2, Schnitte %3</translation>
    </message>
    <message>
        <source>Describe %1</source>
        <translation>%1 beschreiben</translation>
    </message>
    <message>
        <source>Probe %1</source>
        <translation>%1 vermessen</translation>
    </message>
    <message>
        <source>Profile %1</source>
        <translation>%1 profilieren</translation>
    </message>
    <message>
        <source>no message for %1 s</source>
        <translation>keine Nachricht seit %1 s</translation>
    </message>
    <message>
        <source>killed by signal %1</source>
        <translation>durch Signal %1 beendet</translation>
    </message>
    <message>
        <source>exit status %1</source>
        <translation>Exit-Status %1</translation>
    </message>
    <message>
        <source>%1; its last output:%2</source>
        <translation>%1; letzte Ausgabe:%2</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>an object or a list</source>
        <translation>ein Objekt oder eine Liste</translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation>eine Liste ganzer Zahlen</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>eine Liste von Texten</translation>
    </message>
    <message>
        <source>a whole number or a pair of equal numbers (only squares are supported)</source>
        <translation>eine ganze Zahl oder ein Paar gleicher Zahlen (nur Quadrate werden unterstützt)</translation>
    </message>
    <message>
        <source>it has more than %1 values</source>
        <translation>es hat mehr als %1 Werte</translation>
    </message>
    <message>
        <source>an even number (rotary positions rotate pairs)</source>
        <translation>eine gerade Zahl (Rotary-Positionen drehen Paare)</translation>
    </message>
    <message>
        <source>the selection of trainable parameters</source>
        <translation>die Auswahl der trainierbaren Parameter</translation>
    </message>
    <message>
        <source>an option of a zoo model</source>
        <translation>eine Option eines Modells aus dem Zoo</translation>
    </message>
    <message>
        <source>an option of this model</source>
        <translation>eine Option dieses Modells</translation>
    </message>
    <message>
        <source>the column &quot;%1&quot; is missing in the first line</source>
        <translation>die Spalte „%1“ fehlt in der ersten Zeile</translation>
    </message>
    <message>
        <source>it has %1 fields, but the first line has %2</source>
        <translation>sie hat %1 Felder, aber die erste Zeile hat %2</translation>
    </message>
    <message>
        <source>%1 is not a number from 0 to 2^50</source>
        <translation>%1 ist keine Zahl von 0 bis 2^50</translation>
    </message>
    <message>
        <source>%1 is not a whole number</source>
        <translation>%1 ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>%1 must be 0, 1, true or false</source>
        <translation>%1 muss 0, 1, true oder false sein</translation>
    </message>
    <message>
        <source>%1 has no unit; write for example 8GiB</source>
        <translation>%1 hat keine Einheit; schreiben Sie zum Beispiel 8GiB</translation>
    </message>
    <message>
        <source>%1 is not an amount of memory from %2 to %3</source>
        <translation>%1 ist keine Speichermenge von %2 bis %3</translation>
    </message>
    <message>
        <source>%1 is not more than the %2 of device memory that driver and libraries use</source>
        <translation>%1 ist nicht mehr als die %2 Gerätespeicher, die Treiber und Bibliotheken belegen</translation>
    </message>
    <message>
        <source>%1 is neither a price in $ per node and hour nor the name of one offer of nodes with %2 x %3; offers: %4</source>
        <translation>%1 ist weder ein Preis in $ je Knoten und Stunde noch der Name eines einzelnen Angebots von Knoten mit %2 x %3; Angebote: %4</translation>
    </message>
    <message>
        <source>it must begin with a number from 1 to %1, followed by x</source>
        <translation>er muss mit einer Zahl von 1 bis %1 und einem x beginnen</translation>
    </message>
    <message>
        <source>its folder is not writable</source>
        <translation>ihr Ordner ist nicht beschreibbar</translation>
    </message>
    <message>
        <source>a file with this name already exists</source>
        <translation>eine Datei mit diesem Namen gibt es schon</translation>
    </message>
    <message>
        <source>its folder does not exist</source>
        <translation>ihren Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>its folder cannot be written</source>
        <translation>ihr Ordner kann nicht beschrieben werden</translation>
    </message>
    <message>
        <source>files of another workspace are left beside it (%1-wal or -journal)</source>
        <translation>Dateien eines anderen Arbeitsbereichs liegen daneben (%1-wal oder -journal)</translation>
    </message>
    <message>
        <source>it is the workspace itself</source>
        <translation>es ist der Arbeitsbereich selbst</translation>
    </message>
    <message>
        <source>the existing workspace is in use</source>
        <translation>der Arbeitsbereich dort wird gerade benutzt</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>es ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>no workspace is open</source>
        <translation>kein Arbeitsbereich ist geöffnet</translation>
    </message>
    <message>
        <source>a line that does not end</source>
        <translation>eine Zeile ohne Ende</translation>
    </message>
    <message>
        <source>the %1 of a plan for %2</source>
        <translation>die Einstellung „%1“ eines Plans für %2</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierungsfunktion</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>sequence parallelism</source>
        <translation>Sequenzparallelität</translation>
    </message>
    <message>
        <source>kind of context parallelism</source>
        <translation>Art der Kontextparallelität</translation>
    </message>
    <message>
        <source>use of replicas</source>
        <translation>Verwendung der Replikate</translation>
    </message>
    <message>
        <source>compression of stage boundaries</source>
        <translation>Kompression der Grenzen</translation>
    </message>
    <message>
        <source>limit of micro-batches in flight</source>
        <translation>Grenze der Micro-Batches unterwegs</translation>
    </message>
    <message>
        <source>list of split points</source>
        <translation>Liste der Schnitte</translation>
    </message>
    <message>
        <source>trainable parameters</source>
        <translation>trainierbare Parameter</translation>
    </message>
    <message>
        <source>%1 (with pipeline parallelism)</source>
        <translation>%1 (mit einer Pipeline)</translation>
    </message>
    <message>
        <source>%1 (with several stages or tensor parallelism)</source>
        <translation>%1 (mit mehreren Stufen oder Tensor-Parallelität)</translation>
    </message>
    <message>
        <source>2, 3 (when replicas are combined with other parallelism)</source>
        <translation>2, 3 (wenn Replikate mit anderer Parallelität kombiniert sind)</translation>
    </message>
    <message>
        <source>on (when tensor and expert parallelism are combined)</source>
        <translation>an (wenn Tensor- und Expertenparallelität kombiniert sind)</translation>
    </message>
    <message>
        <source>none (with ZeRO stage 0 or without replicas)</source>
        <translation>none (mit ZeRO-Stufe 0 oder ohne Replikate)</translation>
    </message>
    <message>
        <source>fp32 (without FSDP, unless all devices are replicas)</source>
        <translation>fp32 (ohne FSDP, außer wenn alle Geräte Replikate sind)</translation>
    </message>
    <message>
        <source>none with this number of stages</source>
        <translation>keine mit dieser Anzahl von Stufen</translation>
    </message>
    <message>
        <source>multiples of %1</source>
        <translation>Vielfache von %1</translation>
    </message>
    <message>
        <source>language model decoders (%1)</source>
        <translation>Sprach-Decoder (%1)</translation>
    </message>
    <message>
        <source>language model decoders</source>
        <translation>Sprach-Decoder</translation>
    </message>
    <message>
        <source>one policy for all blocks</source>
        <translation>eine Strategie für alle Blöcke</translation>
    </message>
    <message>
        <source>one policy for all blocks, or full for the same number of first blocks in each stage</source>
        <translation>eine Strategie für alle Blöcke oder full für die gleiche Anzahl erster Blöcke jeder Stufe</translation>
    </message>
    <message>
        <source>one policy for all blocks, or full for every n-th block of each pipeline rank</source>
        <translation>eine Strategie für alle Blöcke oder full für jeden n-ten Block jedes Pipeline-Rangs</translation>
    </message>
    <message>
        <source>it does not begin with a token embedding</source>
        <translation>es beginnt nicht mit einem Token-Embedding</translation>
    </message>
    <message>
        <source>its embedding is scaled, projected or normalized</source>
        <translation>sein Embedding ist skaliert, projiziert oder normiert</translation>
    </message>
    <message>
        <source>its blocks are not pre-norm blocks that run attention and feed-forward part one after the other</source>
        <translation>seine Blöcke sind keine Pre-Norm-Blöcke, die Attention und Feed-Forward-Teil nacheinander ausführen</translation>
    </message>
    <message>
        <source>its norms have no weights</source>
        <translation>seine Normen haben keine Gewichte</translation>
    </message>
    <message>
        <source>its blocks have no causal self-attention</source>
        <translation>seine Blöcke haben keine kausale Self-Attention</translation>
    </message>
    <message>
        <source>its attention scores decrease with distance (ALiBi)</source>
        <translation>die Scores seiner Attention nehmen mit dem Abstand ab (ALiBi)</translation>
    </message>
    <message>
        <source>its blocks have no multi-layer perceptron with two products</source>
        <translation>seine Blöcke haben kein mehrschichtiges Perzeptron aus zwei Produkten</translation>
    </message>
    <message>
        <source>its blocks are not alike</source>
        <translation>seine Blöcke sind nicht gleich</translation>
    </message>
    <message>
        <source>the operators of its layers are unknown</source>
        <translation>die Operatoren seiner Schichten sind nicht bekannt</translation>
    </message>
    <message>
        <source>it does not consist of an embedding, blocks and a head</source>
        <translation>es besteht nicht aus Embedding, Blöcken und Kopf</translation>
    </message>
    <message>
        <source>it does not end with a norm, the projection onto the vocabulary and the next-token loss</source>
        <translation>es endet nicht mit einer Norm, der Projektion auf das Vokabular und dem Loss des nächsten Tokens</translation>
    </message>
    <message>
        <source>%1; given: %2</source>
        <translation>%1; angegeben: %2</translation>
    </message>
    <message>
        <source>it needs %1 input values</source>
        <translation>sie braucht %1 Eingabewerte</translation>
    </message>
    <message>
        <source>its description has the input %1</source>
        <translation>ihre Beschreibung hat die Eingabe %1</translation>
    </message>
    <message>
        <source>the image is smaller than the kernel</source>
        <translation>das Bild ist kleiner als der Kernel</translation>
    </message>
    <message>
        <source>the sequence is longer than the number of positions</source>
        <translation>die Sequenz ist länger als die Anzahl der Positionen</translation>
    </message>
    <message>
        <source>the size of the image does not match the learned positions</source>
        <translation>die Bildgröße passt nicht zu den gelernten Positionen</translation>
    </message>
    <message>
        <source>the tokens do not divide evenly among the tensor-parallel ranks</source>
        <translation>die Tokens lassen sich nicht gleichmäßig auf die Tensor-Ränge aufteilen</translation>
    </message>
    <message>
        <source>the values have different shapes</source>
        <translation>die Werte haben verschiedene Formen</translation>
    </message>
    <message>
        <source>stage %1: the %2 samples of a micro-batch are not divisible by %3 replicas</source>
        <translation>Stufe %1: Die %2 Samples eines Micro-Batches sind nicht durch %3 Replikate teilbar</translation>
    </message>
    <message>
        <source>the number of pipeline ranks</source>
        <translation>die Anzahl der Pipeline-Ränge</translation>
    </message>
    <message>
        <source>the number of stages</source>
        <translation>die Anzahl der Stufen</translation>
    </message>
    <message>
        <source>the number of micro-batches</source>
        <translation>die Anzahl der Micro-Batches</translation>
    </message>
    <message>
        <source>the price of a node</source>
        <translation>der Preis eines Knotens</translation>
    </message>
    <message>
        <source>a model source that specifies its width</source>
        <translation>eine Modellquelle, die ihre Breite angibt</translation>
    </message>
    <message>
        <source>the tensor- and expert-parallel sizes</source>
        <translation>die Kombination aus Tensor- und Expertengrad</translation>
    </message>
    <message>
        <source>a model with repeated layers</source>
        <translation>ein Modell mit wiederholten Schichten</translation>
    </message>
    <message>
        <source>a GPT, U-Net or AmoebaNet-D model of the zoo; or vary the depth instead</source>
        <translation>ein GPT-, U-Net- oder AmoebaNet-D-Modell des Zoos; oder stattdessen die Tiefe variieren</translation>
    </message>
    <message>
        <source>all (a layer table does not name parameters)</source>
        <translation>alle (eine Schichttabelle nennt keine Parameter)</translation>
    </message>
    <message>
        <source>all or a pattern of parameters (TorchScript layers do not support adapters)</source>
        <translation>all oder ein Muster von Parametern (TorchScript-Schichten unterstützen keine Adapter)</translation>
    </message>
    <message>
        <source>token classifier head</source>
        <translation>Kopf einer Token-Klassifikation</translation>
    </message>
    <message>
        <source>sequence classifier head</source>
        <translation>Kopf einer Sequenzklassifikation</translation>
    </message>
    <message>
        <source>reduction cell</source>
        <translation>Reduction-Zelle</translation>
    </message>
    <message>
        <source>normal cell</source>
        <translation>Normal-Zelle</translation>
    </message>
    <message>
        <source>encoder block</source>
        <translation>Encoder-Block</translation>
    </message>
    <message>
        <source>decoder block</source>
        <translation>Decoder-Block</translation>
    </message>
    <message>
        <source>%1, micro-batch %2, sequence %3</source>
        <translation>%1, Micro-Batch %2, Sequenz %3</translation>
    </message>
    <message>
        <source>%1, micro-batch %2, side %3</source>
        <translation>%1, Micro-Batch %2, Seite %3</translation>
    </message>
    <message>
        <source>it has no options to choose from</source>
        <translation>er hat keine Möglichkeiten zur Auswahl</translation>
    </message>
    <message>
        <source>a stage needs %1 devices, but only %2 are available</source>
        <translation>eine Stufe braucht %1 Geräte, aber es gibt nur %2</translation>
    </message>
    <message>
        <source>%1 layers cannot be split into %2 stages</source>
        <translation>%1 Schichten lassen sich nicht in %2 Stufen teilen</translation>
    </message>
    <message>
        <source>%1 stages need %2 devices each, but only %3 are available</source>
        <translation>%1 Stufen brauchen je %2 Geräte, aber es gibt nur %3</translation>
    </message>
    <message>
        <source>none of the options is a submesh of the cluster</source>
        <translation>keine der Möglichkeiten ist ein Teilgitter des Clusters</translation>
    </message>
    <message>
        <source>its dynamic program has more than %1 states for this problem</source>
        <translation>sein dynamisches Programm hat für dieses Problem mehr als %1 Zustände</translation>
    </message>
    <message>
        <source>no stages that use all devices stay within its memory bound</source>
        <translation>keine Stufen, die alle Geräte nutzen, halten seine Speicherschranke ein</translation>
    </message>
    <message>
        <source>moving layers to neighboring stages does not make them fit into memory</source>
        <translation>auch wenn Schichten in Nachbarstufen verschoben werden, passen sie nicht in den Speicher</translation>
    </message>
    <message>
        <source>no threshold admits a partition</source>
        <translation>kein Schwellwert lässt eine Aufteilung zu</translation>
    </message>
    <message>
        <source>none of its stages fit into memory with one micro-batch each</source>
        <translation>keine seiner Stufen passt mit je einem Micro-Batch in den Speicher</translation>
    </message>
    <message>
        <source>no partition fits without its swapping and recomputation, which this comparison leaves out</source>
        <translation>keine Aufteilung passt ohne seine Auslagerung und Neuberechnung, die dieser Vergleich weglässt</translation>
    </message>
    <message>
        <source>no stage can use so many devices</source>
        <translation>keine Stufe kann so viele Geräte nutzen</translation>
    </message>
    <message>
        <source>no layer type makes up most of the model</source>
        <translation>kein Schichttyp macht den größten Teil des Modells aus</translation>
    </message>
    <message>
        <source>no stages with about equal memory stay within its memory bound</source>
        <translation>keine Stufen mit etwa gleichem Speicher halten seine Speicherschranke ein</translation>
    </message>
    <message>
        <source>no stages stay within its memory bound</source>
        <translation>keine Stufen halten seine Speicherschranke ein</translation>
    </message>
    <message>
        <source>no virtual worker stays within its memory bound</source>
        <translation>kein virtueller Worker hält seine Speicherschranke ein</translation>
    </message>
    <message>
        <source>the model is not a chain of equal blocks between its first and last layers</source>
        <translation>das Modell ist keine Kette gleicher Blöcke zwischen erster und letzter Schicht</translation>
    </message>
    <message>
        <source>the model does not have layers both before and after its blocks</source>
        <translation>das Modell hat nicht vor und nach seinen Blöcken weitere Schichten</translation>
    </message>
    <message>
        <source>%1 cannot be divided evenly over the stages</source>
        <translation>%1 lassen sich nicht gleichmäßig auf die Stufen aufteilen</translation>
    </message>
    <message>
        <source>%1 blocks (including embedding and loss)</source>
        <translation>%1 Blöcke (mit Embedding und Loss)</translation>
    </message>
    <message>
        <source>%1 blocks</source>
        <translation>%1 Blöcke</translation>
    </message>
    <message>
        <source>its two groups need at least two stages</source>
        <translation>seine zwei Gruppen brauchen mindestens zwei Stufen</translation>
    </message>
    <message>
        <source>its first group has too few layers for the number of stages</source>
        <translation>seine erste Gruppe hat für so viele Stufen zu wenige Schichten</translation>
    </message>
    <message>
        <source>each of its two groups needs its own devices</source>
        <translation>jede seiner zwei Gruppen braucht eigene Geräte</translation>
    </message>
    <message>
        <source>it does not build pipelines</source>
        <translation>er bildet keine Pipelines</translation>
    </message>
    <message>
        <source>none of the options that the devices allow has a suitable number of replicas</source>
        <translation>keine der Möglichkeiten, die die Geräte zulassen, hat eine passende Anzahl von Replikaten</translation>
    </message>
    <message>
        <source>no stages use this number of devices</source>
        <translation>keine Stufen nutzen diese Anzahl von Geräten</translation>
    </message>
    <message>
        <source>it compares all stages with all parallel sizes, which are more than %1 for this problem</source>
        <translation>er vergleicht alle Stufen mit allen Graden; das sind bei diesem Problem mehr als %1</translation>
    </message>
    <message>
        <source>it was stopped</source>
        <translation>er wurde angehalten</translation>
    </message>
    <message>
        <source>its balancing does not converge</source>
        <translation>sein Ausgleich konvergiert nicht</translation>
    </message>
    <message>
        <source>its balance leaves a device without layers</source>
        <translation>sein Ausgleich lässt ein Gerät ohne Schichten</translation>
    </message>
    <message>
        <source>the original also swaps and recomputes tensors according to its cost model</source>
        <translation>das Original lagert nach seinem Kostenmodell auch Tensoren aus und berechnet sie neu</translation>
    </message>
    <message>
        <source>every layer of a stage has the same parallelism here</source>
        <translation>alle Schichten einer Stufe sind hier gleich parallelisiert</translation>
    </message>
    <message>
        <source>the model is a chain: it has no branches that run at the same time</source>
        <translation>das Modell ist eine Kette: Es hat keine Zweige, die gleichzeitig laufen</translation>
    </message>
    <message>
        <source>its profiling runs need 3 devices and two fewer than twice the number of layers; here, single layers and pairs are estimated at their position in an even partition</source>
        <translation>seine Profilläufe brauchen 3 Geräte und 2 Geräte weniger als doppelt so viele wie Schichten; hier werden einzelne Schichten und Paare an ihrer Stelle in einer gleichmäßigen Aufteilung geschätzt</translation>
    </message>
    <message>
        <source>in the original, both groups use the same devices</source>
        <translation>im Original nutzen beide Gruppen dieselben Geräte</translation>
    </message>
    <message>
        <source>its layers would have %1 configurations; here, all layers of a stage have the same one</source>
        <translation>seine Schichten hätten %1 Konfigurationen; hier haben alle Schichten einer Stufe dieselbe</translation>
    </message>
    <message>
        <source>in the original, replicas process whole micro-batches in turn; here, they split each micro-batch</source>
        <translation>im Original bearbeiten Replikate reihum ganze Micro-Batches; hier teilen sie jeden Micro-Batch</translation>
    </message>
    <message>
        <source>%1 of %2 layers would be sharded and the others replicated; here, all layers of a stage have the same parallelism</source>
        <translation>%1 von %2 Schichten würden aufgeteilt, die anderen repliziert; hier haben alle Schichten einer Stufe dieselbe Parallelität</translation>
    </message>
    <message>
        <source>none of its plans fits; this one has the lowest peak</source>
        <translation>keiner seiner Pläne passt; dieser hat die niedrigste Spitze</translation>
    </message>
    <message>
        <source>only the aims of its graph partitioning heuristic are published</source>
        <translation>von seiner Heuristik der Graphpartitionierung sind nur die Ziele veröffentlicht</translation>
    </message>
    <message>
        <source>%1 is %2; possible: %3</source>
        <translation>%1 ist %2; möglich: %3</translation>
    </message>
    <message>
        <source>the model of settings for %1</source>
        <translation>das Modell der Einstellungen für %1</translation>
    </message>
    <message>
        <source>models with layers (a layer table has too little information)</source>
        <translation>Modelle mit Schichten (eine Schichttabelle enthält zu wenig Angaben)</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO-Stufe</translation>
    </message>
    <message>
        <source>offload</source>
        <translation>Auslagerung</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>number of layers</source>
        <translation>Anzahl der Schichten</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>in some products</source>
        <translation>in manchen Produkten</translation>
    </message>
    <message>
        <source>in all products, in none, or only in those of queries, keys and values</source>
        <translation>in allen Produkten, in keinen oder nur in denen von Queries, Keys und Values</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis zu %1</translation>
    </message>
    <message>
        <source>%1 (twice the context-parallel size)</source>
        <translation>%1 (das Doppelte des Kontextgrads)</translation>
    </message>
    <message>
        <source>%1 (with one stage)</source>
        <translation>%1 (mit einer Stufe)</translation>
    </message>
    <message>
        <source>which layers are recomputed: pass the class of the blocks as checkpointable_layers to PipelineModule, otherwise the first and last layers are recomputed too</source>
        <translation>welche Schichten neu berechnet werden: Übergeben Sie PipelineModule die Klasse der Blöcke als checkpointable_layers, sonst werden auch die ersten und letzten Schichten neu berechnet</translation>
    </message>
    <message>
        <source>the recomputation of each block: the model must call deepspeed.checkpointing.checkpoint for the blocks</source>
        <translation>die Neuberechnung jedes Blocks: Das Modell muss für die Blöcke deepspeed.checkpointing.checkpoint aufrufen</translation>
    </message>
    <message>
        <source>the type in partition_method: write the name of your block class after &quot;type:&quot;</source>
        <translation>der Typ in partition_method: Schreiben Sie den Namen der Klasse Ihrer Blöcke hinter &quot;type:&quot;</translation>
    </message>
    <message>
        <source>tensor-parallel size %1 in a pipeline: write your own layers, and use PipeModelDataParallelTopology with the sizes under &quot;topology&quot;</source>
        <translation>der Tensorgrad %1 in einer Pipeline: Schreiben Sie eigene Schichten und verwenden Sie PipeModelDataParallelTopology mit den Graden unter &quot;topology&quot;</translation>
    </message>
    <message>
        <source>the attention of context-parallel size %1: the model must use deepspeed.sequence.layer.DistributedAttention</source>
        <translation>die Attention beim Kontextgrad %1: Das Modell muss deepspeed.sequence.layer.DistributedAttention verwenden</translation>
    </message>
    <message>
        <source>expert-parallel size %1: pass it to the model&apos;s expert layers (deepspeed.moe.layer.MoE, ep_size)</source>
        <translation>der Expertengrad %1: Übergeben Sie ihn den Expertenschichten des Modells (deepspeed.moe.layer.MoE, ep_size)</translation>
    </message>
    <message>
        <source>the model itself and its sequence length of %1: your script defines them</source>
        <translation>das Modell selbst und seine Sequenzlänge von %1: Ihr Skript legt sie fest</translation>
    </message>
    <message>
        <source>%1 has square brackets: quote it, or disable globbing in the shell (set -f)</source>
        <translation>%1 hat eckige Klammern: Setzen Sie es in Anführungszeichen, oder schalten Sie die Muster der Shell ab (set -f)</translation>
    </message>
    <message>
        <source>--window-size has parentheses: quote it where a shell reads the file as a script</source>
        <translation>--window-size hat runde Klammern: Setzen Sie es in Anführungszeichen, wo eine Shell die Datei als Skript liest</translation>
    </message>
    <message>
        <source>dropout of the embedding: --hidden-dropout sets it together with that of the blocks</source>
        <translation>Dropout des Embeddings: --hidden-dropout setzt es zusammen mit dem der Blöcke</translation>
    </message>
    <message>
        <source>gradients kept as &quot;%1&quot;: Megatron-LM keeps buffers for all gradients throughout the step, which this estimate does not include (--gradients %2 does)</source>
        <translation>Gradienten, die als „%1“ gehalten werden: Megatron-LM hält während des ganzen Schritts Puffer für alle Gradienten, die diese Schätzung nicht enthält (mit --gradients %2 enthält sie sie)</translation>
    </message>
    <message>
        <source>weight decay as part of the gradient: --optimizer adam applies it to the weights (AdamW)</source>
        <translation>Weight Decay als Teil des Gradienten: --optimizer adam wendet ihn auf die Gewichte an (AdamW)</translation>
    </message>
    <message>
        <source>an embedding that shares its weights with the head&apos;s projection</source>
        <translation>ein Embedding, das seine Gewichte mit der Projektion des Kopfes teilt</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>Biases</translation>
    </message>
    <message>
        <source>sliding window attention</source>
        <translation>Sliding-Window-Attention</translation>
    </message>
    <message>
        <source>norms that store their weights as offsets from one</source>
        <translation>Normen, die ihre Gewichte als Abweichung von eins speichern</translation>
    </message>
    <message>
        <source>dropout: torchtitan&apos;s models have no dropout</source>
        <translation>Dropout: Die Modelle von torchtitan haben keines</translation>
    </message>
    <message>
        <source>unfused attention: torchtitan&apos;s attention is fused</source>
        <translation>nicht verschmolzene Attention: Die Attention von torchtitan ist verschmolzen</translation>
    </message>
    <message>
        <source>parameters that every replica keeps at all times: FSDP shards them between steps, and keeps each gathered layer until the step ends</source>
        <translation>Parameter, die jedes Replikat ständig hält: FSDP teilt sie zwischen den Schritten auf und behält jede gesammelte Schicht bis zum Ende des Schritts</translation>
    </message>
    <message>
        <source>%1 at $%2 per hour, %3</source>
        <translation>%1 zu %2 $ je Stunde, %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 nodes</source>
        <translation>
            <numerusform>%1 Knoten</numerusform>
            <numerusform>%1 Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 devices</source>
        <translation>
            <numerusform>%1 Gerät</numerusform>
            <numerusform>%1 Geräte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, $%2 over %3 years: %4</source>
        <translation>%1, %2 $ über %3 Jahre: %4</translation>
    </message>
    <message>
        <source>%1 spot interruptions per hour over all nodes; %2 per checkpoint, every %3; %4 per restart</source>
        <translation>%1 Spot-Unterbrechungen je Stunde über alle Knoten; %2 je Checkpoint, alle %3; %4 je Neustart</translation>
    </message>
    <message>
        <source>%1 x %2 kW at $%3 per kWh</source>
        <translation>%1 x %2 kW zu %3 $ je kWh</translation>
    </message>
    <message>
        <source>column &quot;%1&quot;: %2</source>
        <translation>Spalte „%1“: %2</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>Spalte %1</translation>
    </message>
    <message>
        <source>offers have no column &quot;%1&quot;</source>
        <translation>Angebote haben keine Spalte „%1“</translation>
    </message>
    <message>
        <source>%1 is not a number of 0 or more</source>
        <translation>%1 ist keine Zahl ab 0</translation>
    </message>
    <message>
        <source>%1 is not one of %2</source>
        <translation>%1 ist keines von %2</translation>
    </message>
    <message>
        <source>the catalog has no &quot;%1&quot;; it has: %2</source>
        <translation>der Katalog hat kein „%1“; er hat: %2</translation>
    </message>
    <message>
        <source>%1 is not a whole number from %2 to %3</source>
        <translation>%1 ist keine ganze Zahl von %2 bis %3</translation>
    </message>
    <message>
        <source>the value is missing</source>
        <translation>der Wert fehlt</translation>
    </message>
    <message>
        <source>the value is missing; a link needs both a bandwidth and a latency</source>
        <translation>der Wert fehlt; eine Verbindung braucht Bandbreite und Latenz</translation>
    </message>
    <message>
        <source>the offer %1 appears twice</source>
        <translation>das Angebot %1 kommt zweimal vor</translation>
    </message>
    <message>
        <source>%1 and %2 apply only to owned nodes</source>
        <translation>%1 und %2 gelten nur für gekaufte Knoten</translation>
    </message>
    <message>
        <source>%1 and %2 cannot both be given for one node</source>
        <translation>%1 und %2 können nicht beide für einen Knoten angegeben werden</translation>
    </message>
    <message>
        <source>%1 and %2 must be given together</source>
        <translation>%1 und %2 müssen zusammen angegeben werden</translation>
    </message>
    <message>
        <source>%1 or %2 is missing</source>
        <translation>%1 oder %2 fehlt</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>%1 must be above 0 and at most %2</source>
        <translation>%1 muss über 0 liegen und darf höchstens %2 sein</translation>
    </message>
    <message>
        <source>%1 must be from %2 to %3</source>
        <translation>%1 muss zwischen %2 und %3 liegen</translation>
    </message>
    <message>
        <source>%1 applies only to spot nodes</source>
        <translation>%1 gilt nur für Spot-Knoten</translation>
    </message>
    <message>
        <source>provider must be a name of letters, digits and . _ + - that begins with a letter</source>
        <translation>provider muss ein Name aus Buchstaben, Ziffern und . _ + - sein, der mit einem Buchstaben beginnt</translation>
    </message>
    <message>
        <source>name must consist of letters, digits and . _ + - and must not begin like 8x</source>
        <translation>name muss aus Buchstaben, Ziffern und . _ + - bestehen und darf nicht wie 8x beginnen</translation>
    </message>
    <message>
        <source>device must be the name of a device type</source>
        <translation>device muss der Name eines Gerätetyps sein</translation>
    </message>
    <message>
        <source>date must be a date such as 2026-11-21</source>
        <translation>date muss ein Datum wie 2026-11-21 sein</translation>
    </message>
    <message>
        <source>%1 is not a number above 0</source>
        <translation>%1 ist keine Zahl über 0</translation>
    </message>
    <message>
        <source>%1 is not yes, no, true, false, 1 or 0</source>
        <translation>%1 ist weder yes, no, true, false, 1 noch 0</translation>
    </message>
    <message>
        <source>there are more than %1 %2</source>
        <translation>es gibt mehr als %1 %2</translation>
    </message>
    <message>
        <source>there are no %1</source>
        <translation>es gibt keine %1</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>offers</source>
        <translation>Angebote</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>%1 needs sequences</source>
        <translation>%1 braucht Sequenzen</translation>
    </message>
    <message>
        <source>%1 needs images</source>
        <translation>%1 braucht Bilder</translation>
    </message>
    <message>
        <source>%1 needs images of the same size</source>
        <translation>%1 braucht Bilder gleicher Größe</translation>
    </message>
    <message>
        <source>%1 needs token ids</source>
        <translation>%1 braucht Token-IDs</translation>
    </message>
    <message>
        <source>%1 needs samples</source>
        <translation>%1 braucht Samples</translation>
    </message>
    <message>
        <source>%1 needs more than one pixel</source>
        <translation>%1 braucht mehr als ein Pixel</translation>
    </message>
    <message>
        <source>%1: the width does not match</source>
        <translation>%1: die Breite passt nicht</translation>
    </message>
    <message>
        <source>%1: the number of channels does not match</source>
        <translation>%1: die Anzahl der Kanäle passt nicht</translation>
    </message>
    <message>
        <source>%1: the number of classes does not match</source>
        <translation>%1: die Anzahl der Klassen passt nicht</translation>
    </message>
    <message>
        <source>%1: the width does not split into equal parts</source>
        <translation>%1: die Breite lässt sich nicht in gleiche Teile teilen</translation>
    </message>
    <message>
        <source>%1: the width of the queries does not match</source>
        <translation>%1: die Breite der Queries passt nicht</translation>
    </message>
    <message>
        <source>%1: the width of the keys does not match</source>
        <translation>%1: die Breite der Keys passt nicht</translation>
    </message>
    <message>
        <source>%1: the shape of the bias does not match</source>
        <translation>%1: die Form des Bias passt nicht</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>&quot;%1&quot; needs %2 values, not %3</source>
        <translation>„%1“ braucht %2 Werte, nicht %3</translation>
    </message>
    <message>
        <source>&quot;%1&quot; uses value %2, which does not exist yet</source>
        <translation>„%1“ verwendet den Wert %2, den es noch nicht gibt</translation>
    </message>
    <message>
        <source>it returns value %1, which does not exist</source>
        <translation>es gibt den Wert %1 zurück, der nicht existiert</translation>
    </message>
    <message>
        <source>it returns value %1 twice</source>
        <translation>es gibt den Wert %1 zweimal zurück</translation>
    </message>
    <message>
        <source>it has no statements</source>
        <translation>es hat keine Anweisungen</translation>
    </message>
    <message>
        <source>the context-parallel size when %1</source>
        <translation>der Kontextgrad, wenn %1,</translation>
    </message>
    <message>
        <source>samples do not consist of tokens</source>
        <translation>Samples nicht aus Tokens bestehen</translation>
    </message>
    <message>
        <source>attention has a bias or sinks</source>
        <translation>die Attention einen Bias oder Sinks hat</translation>
    </message>
    <message>
        <source>the compressor, which does not reduce the size with this precision,</source>
        <translation>der Kompressor, der bei dieser Genauigkeit nichts verkleinert,</translation>
    </message>
    <message>
        <source>fewer bits, a smaller share (top-k adds a four-byte index per value) or a narrower code</source>
        <translation>weniger Bits, ein kleinerer Anteil (top-k speichert je Wert einen Index von vier Bytes dazu) oder ein schmalerer Code</translation>
    </message>
    <message>
        <source>the compressor on a device without a known memory bandwidth</source>
        <translation>der Kompressor auf einem Gerät, dessen Speicherbandbreite nicht bekannt ist</translation>
    </message>
    <message>
        <source>the policy without a compressor, or on a device without a known memory bandwidth,</source>
        <translation>die Strategie ohne Kompressor oder auf einem Gerät, dessen Speicherbandbreite nicht bekannt ist,</translation>
    </message>
    <message>
        <source>the schedule of a stage that is run</source>
        <translation>der Schedule einer Stufe, die ausgeführt wird,</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>this machine has no CUDA device, or its driver is too old</source>
        <translation>dieser Rechner hat kein CUDA-Gerät, oder sein Treiber ist zu alt</translation>
    </message>
    <message>
        <source>this profiler was built without CUDA</source>
        <translation>dieser Profiler wurde ohne CUDA gebaut</translation>
    </message>
    <message>
        <source>the host is out of memory</source>
        <translation>der Speicher des Hosts ist erschöpft</translation>
    </message>
    <message>
        <source>values are rounded: compare the loss of short runs with and without compression</source>
        <translation>Werte werden gerundet: Vergleichen Sie den Loss kurzer Läufe mit und ohne Kompression</translation>
    </message>
    <message>
        <source>an encoder that is trained with the model replaces the values at the boundaries: it adds parameters and may change the loss that training reaches</source>
        <translation>ein Encoder, der mit dem Modell trainiert wird, ersetzt die Werte an den Grenzen: Er bringt zusätzliche Parameter mit und kann den Loss ändern, den das Training erreicht</translation>
    </message>
    <message>
        <source>mCAP by brute force</source>
        <translation>mCAP durch Ausprobieren</translation>
    </message>
    <message>
        <source>mCAP on Alpa, by bisection</source>
        <translation>mCAP auf Alpa, durch Bisektion</translation>
    </message>
    <message>
        <source>CAPSlog with its tie-breaker</source>
        <translation>CAPSlog mit seiner Regel für Gleichstand</translation>
    </message>
    <message>
        <source>torchgpipe by time</source>
        <translation>torchgpipe nach Zeit</translation>
    </message>
    <message>
        <source>torchgpipe by size</source>
        <translation>torchgpipe nach Größe</translation>
    </message>
    <message>
        <source>DeepSpeed, uniform</source>
        <translation>DeepSpeed, gleichmäßig</translation>
    </message>
    <message>
        <source>DeepSpeed by parameters</source>
        <translation>DeepSpeed nach Parametern</translation>
    </message>
    <message>
        <source>DeepSpeed by type of layer</source>
        <translation>DeepSpeed nach Art der Schicht</translation>
    </message>
    <message>
        <source>Megatron-LM, uniform</source>
        <translation>Megatron-LM, gleichmäßig</translation>
    </message>
    <message>
        <source>Megatron-LM, uniform with embedding and loss</source>
        <translation>Megatron-LM, gleichmäßig mit Embedding und Loss</translation>
    </message>
    <message>
        <source>Alpa, between operators</source>
        <translation>Alpa, zwischen Operatoren</translation>
    </message>
    <message>
        <source>Galvatron, in part</source>
        <translation>Galvatron, zum Teil</translation>
    </message>
    <message>
        <source>stage %1 has %2; it must be from 1 to the number of devices</source>
        <translation>Stufe %1 hat %2; er muss zwischen 1 und der Anzahl der Geräte liegen</translation>
    </message>
    <message>
        <source>tensor-parallel size %1</source>
        <translation>Tensorgrad %1</translation>
    </message>
    <message>
        <source>data-parallel size %1</source>
        <translation>Datengrad %1</translation>
    </message>
    <message>
        <source>2 pipeline ranks, or the schedule 1f1b</source>
        <translation>2 Pipeline-Ränge oder der Schedule 1f1b</translation>
    </message>
    <message>
        <source>date is %1, which is after today, %2</source>
        <translation>date ist %1; das liegt nach heute, %2</translation>
    </message>
    <message>
        <source>%1: the numbers and widths of its heads do not fit together</source>
        <translation>%1: Anzahl und Breite der Köpfe passen nicht zusammen</translation>
    </message>
    <message>
        <source>%1: the groups do not divide evenly, or the stride is invalid</source>
        <translation>%1: die Gruppen gehen nicht auf, oder die Schrittweite ist ungültig</translation>
    </message>
    <message>
        <source>%1: kernel and stride must be positive</source>
        <translation>%1: Kernel und Schrittweite müssen positiv sein</translation>
    </message>
    <message>
        <source>%1: the side must be positive</source>
        <translation>%1: die Seite muss positiv sein</translation>
    </message>
    <message>
        <source>%1: the number of parts is out of range</source>
        <translation>%1: die Anzahl der Teile liegt außerhalb des zulässigen Bereichs</translation>
    </message>
    <message>
        <source>%1: the number of active experts is out of range</source>
        <translation>%1: die Anzahl der aktiven Experten liegt außerhalb des zulässigen Bereichs</translation>
    </message>
    <message>
        <source>%1: the number of values is out of range</source>
        <translation>%1: die Anzahl der Werte liegt außerhalb des zulässigen Bereichs</translation>
    </message>
    <message>
        <source>%1: the factor must be positive</source>
        <translation>%1: der Faktor muss positiv sein</translation>
    </message>
    <message>
        <source>%1: the number of distances is too small</source>
        <translation>%1: die Anzahl der Abstände ist zu klein</translation>
    </message>
    <message>
        <source>%1: the number of shards must be positive</source>
        <translation>%1: die Anzahl der Anteile muss positiv sein</translation>
    </message>
    <message>
        <source>%1: the number of parts must be positive</source>
        <translation>%1: die Anzahl der Teile muss positiv sein</translation>
    </message>
    <message>
        <source>it is not an allocation trace</source>
        <translation>es ist keine Aufzeichnung von Belegungen</translation>
    </message>
    <message>
        <source>a size that divides the model evenly (%1)</source>
        <translation>ein Grad, der das Modell gleichmäßig teilt (%1)</translation>
    </message>
    <message>
        <source>a size that divides the layer evenly (%1)</source>
        <translation>ein Grad, der die Schicht gleichmäßig teilt (%1)</translation>
    </message>
    <message>
        <source>%1 %2 are not divisible by %3</source>
        <translation>%1 %2 sind nicht durch %3 teilbar</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>key heads</source>
        <translation>Key-Köpfe</translation>
    </message>
    <message>
        <source>heads of a tensor-parallel rank</source>
        <translation>Köpfe eines Tensor-Rangs</translation>
    </message>
    <message>
        <source>key heads of a tensor-parallel rank</source>
        <translation>Key-Köpfe eines Tensor-Rangs</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>columns of an expert</source>
        <translation>Spalten eines Experten</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>the model whose depth is to change (%1)</source>
        <translation>das Modell, dessen Tiefe sich ändern soll (%1)</translation>
    </message>
    <message>
        <source>from a TorchScript file</source>
        <translation>aus einer TorchScript-Datei</translation>
    </message>
    <message>
        <source>without two equal consecutive layers</source>
        <translation>ohne zwei gleiche aufeinanderfolgende Schichten</translation>
    </message>
    <message>
        <source>a pattern that matches names such as &quot;%1&quot; (%2)</source>
        <translation>ein Muster, das auf Namen wie „%1“ passt (%2)</translation>
    </message>
    <message>
        <source>the rank of %1 (%2)</source>
        <translation>der Rang von %1 (%2)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of the layer &quot;%2&quot;</source>
        <translation>„%1“ der Schicht „%2“</translation>
    </message>
    <message>
        <source>the memory reserve on %1, which must leave memory for the plan,</source>
        <translation>der frei zu lassende Speicher auf %1, der dem Plan Speicher übrig lassen muss,</translation>
    </message>
    <message>
        <source>it needs at least %1 stages, but the model has %2 layers</source>
        <translation>er braucht mindestens %1 Stufen, aber das Modell hat %2 Schichten</translation>
    </message>
    <message>
        <source>a schedule with fewer stages per pipeline rank</source>
        <translation>ein Schedule mit weniger Stufen je Pipeline-Rang</translation>
    </message>
    <message>
        <source>plans with %1 were searched only on single groups, not across several</source>
        <translation>Pläne mit %1 wurden nur auf einzelnen Gruppen gesucht, nicht über mehrere</translation>
    </message>
    <message>
        <source>%1 of a search over several groups of devices</source>
        <translation>%1 einer Suche über mehrere Gerätegruppen</translation>
    </message>
    <message>
        <source>all except interleave, recompute-layers, swap</source>
        <translation>alles außer interleave, recompute-layers, swap</translation>
    </message>
    <message>
        <source>the policy of a search for %1</source>
        <translation>die Strategie einer Suche für %1</translation>
    </message>
    <message>
        <source>one policy for all blocks, or given split points</source>
        <translation>eine Strategie für alle Blöcke oder vorgegebene Schnitte</translation>
    </message>
    <message>
        <source>none, full, selective, or --vary swap</source>
        <translation>none, full, selective oder --vary swap</translation>
    </message>
    <message>
        <source>the sizing goal for a layer table, whose costs hold for one sequence length,</source>
        <translation>das Ziel der Dimensionierung einer Schichttabelle, deren Kosten für eine einzige Sequenzlänge gelten,</translation>
    </message>
    <message>
        <source>a model for sequences longer than its maximum</source>
        <translation>ein Modell für längere Sequenzen als seinen Höchstwert</translation>
    </message>
    <message>
        <source>the number of device groups for %1</source>
        <translation>die Anzahl der Gerätegruppen (%1)</translation>
    </message>
    <message>
        <source>sizing</source>
        <translation>Dimensionierung</translation>
    </message>
    <message>
        <source>%1 is not a price in $ per node and hour: it must be above 0</source>
        <translation>%1 ist kein Preis in $ je Knoten und Stunde: er muss über 0 liegen</translation>
    </message>
    <message>
        <source>the what-if number of nodes</source>
        <translation>der Was-wäre-wenn-Wert für die Anzahl der Knoten</translation>
    </message>
    <message>
        <source>the what-if number of devices per node</source>
        <translation>der Was-wäre-wenn-Wert für die Geräte je Knoten</translation>
    </message>
    <message>
        <source>the what-if device memory</source>
        <translation>der Was-wäre-wenn-Wert für den Gerätespeicher</translation>
    </message>
    <message>
        <source>the what-if bandwidth within a node (GB/s)</source>
        <translation>der Was-wäre-wenn-Wert für die Bandbreite im Knoten (GB/s)</translation>
    </message>
    <message>
        <source>the what-if network bandwidth (GB/s)</source>
        <translation>der Was-wäre-wenn-Wert für die Netzwerk-Bandbreite (GB/s)</translation>
    </message>
    <message>
        <source>the what-if price per device ($ per hour)</source>
        <translation>der Was-wäre-wenn-Wert für den Preis je Gerät ($ je Stunde)</translation>
    </message>
    <message>
        <source>the what-if global batch</source>
        <translation>der Was-wäre-wenn-Wert für den globalen Batch</translation>
    </message>
    <message>
        <source>the what-if sequence length</source>
        <translation>der Was-wäre-wenn-Wert für die Sequenzlänge</translation>
    </message>
    <message>
        <source>the what-if model depth</source>
        <translation>der Was-wäre-wenn-Wert für die Modelltiefe</translation>
    </message>
    <message>
        <source>the what-if model width</source>
        <translation>der Was-wäre-wenn-Wert für die Modellbreite</translation>
    </message>
    <message>
        <source>the length of a name</source>
        <translation>die Länge eines Namens</translation>
    </message>
    <message>
        <source>the file or folder does not exist</source>
        <translation>es gibt keine solche Datei und keinen solchen Ordner</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>der Zugriff ist nicht erlaubt</translation>
    </message>
    <message>
        <source>a part of its path is not a folder</source>
        <translation>ein Teil ihres Pfads ist kein Ordner</translation>
    </message>
    <message>
        <source>the disk is read-only</source>
        <translation>der Datenträger ist schreibgeschützt</translation>
    </message>
    <message>
        <source>its name is too long</source>
        <translation>ihr Name ist zu lang</translation>
    </message>
    <message>
        <source>too many files are open</source>
        <translation>es sind zu viele Dateien geöffnet</translation>
    </message>
    <message>
        <source>it is larger than the system allows</source>
        <translation>sie ist größer, als das System erlaubt</translation>
    </message>
    <message>
        <source>another process uses it</source>
        <translation>ein anderer Prozess benutzt sie</translation>
    </message>
    <message>
        <source>the disk reports an error</source>
        <translation>der Datenträger meldet einen Fehler</translation>
    </message>
    <message>
        <source>it cannot be opened</source>
        <translation>er lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>its content is damaged</source>
        <translation>sein Inhalt ist beschädigt</translation>
    </message>
    <message>
        <source>line %1, column %2: it ends too early</source>
        <translation>Zeile %1, Spalte %2: sie endet zu früh</translation>
    </message>
    <message>
        <source>line %1, column %2: the syntax is invalid</source>
        <translation>Zeile %1, Spalte %2: die Syntax ist ungültig</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>the syntax is invalid</source>
        <translation>die Syntax ist ungültig</translation>
    </message>
    <message>
        <source>a number in it is too large</source>
        <translation>eine Zahl darin ist zu groß</translation>
    </message>
    <message>
        <source>(document)</source>
        <translation>(Dokument)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of a link</source>
        <translation>„%1“ einer Verbindung</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of a device</source>
        <translation>„%1“ eines Geräts</translation>
    </message>
    <message>
        <source>an object, not %1</source>
        <translation>ein Objekt, nicht %1</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; (&quot;%2&quot;)</source>
        <translation>das Feld „%1“ („%2“)</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>it has more than one document</source>
        <translation>sie hat mehr als ein Dokument</translation>
    </message>
    <message>
        <source>a key must be a text</source>
        <translation>ein Schlüssel muss ein Text sein</translation>
    </message>
    <message>
        <source>aliases (*name) are not supported; write the value out</source>
        <translation>Aliasse (*name) werden nicht unterstützt; schreiben Sie den Wert aus</translation>
    </message>
    <message>
        <source>stage-specific sizes were not searched in combination with every other varied dimension</source>
        <translation>Grade jeder Stufe wurden nicht mit allen anderen variierten Dimensionen zusammen gesucht</translation>
    </message>
    <message>
        <source>the expert-parallel size for a model without experts</source>
        <translation>der Expertengrad eines Modells ohne Experten</translation>
    </message>
    <message>
        <source>%1 (with replicas)</source>
        <translation>%1 (mit Replikaten)</translation>
    </message>
    <message>
        <source>%1 (with tensor parallelism)</source>
        <translation>%1 (mit Tensor-Parallelität)</translation>
    </message>
    <message>
        <source>%1 (with the optimizer %2)</source>
        <translation>%1 (mit dem Optimizer %2)</translation>
    </message>
    <message>
        <source>it has the %1 &quot;%2&quot;, which does not belong to a workspace</source>
        <translation>sie hat %1 „%2“, was nicht zu einem Arbeitsbereich gehört</translation>
    </message>
    <message>
        <source>its %1 &quot;%2&quot; differs from that of a workspace</source>
        <translation>ihr Objekt „%2“ (%1) ist nicht das eines Arbeitsbereichs</translation>
    </message>
    <message>
        <source>the %1 &quot;%2&quot; is missing</source>
        <translation>ihr fehlt „%2“ (%1)</translation>
    </message>
    <message>
        <source>the total number of parameters of all layers</source>
        <translation>die Gesamtzahl der Parameter aller Schichten</translation>
    </message>
    <message>
        <source>no number of nodes has a plan</source>
        <translation>keine Anzahl von Knoten hat einen Plan</translation>
    </message>
    <message>
        <source>not every smaller number of nodes was tried</source>
        <translation>nicht jede kleinere Anzahl von Knoten wurde versucht</translation>
    </message>
    <message>
        <source>not all plans for each number of nodes were timed</source>
        <translation>nicht von allen Plänen für jede Anzahl von Knoten wurde die Zeit bestimmt</translation>
    </message>
    <message>
        <source>a limit of the run</source>
        <translation>eine Grenze des Laufs</translation>
    </message>
    <message>
        <source>plans with a better balance or a shorter step fit, but leave no headroom for the allocator</source>
        <translation>besser ausgewogene oder schnellere Pläne passen, lassen dem Allokator aber keinen Spielraum</translation>
    </message>
    <message>
        <source>better balanced</source>
        <translation>besser ausgewogen</translation>
    </message>
    <message>
        <source>it is truncated at byte %1</source>
        <translation>es bricht bei Byte %1 ab</translation>
    </message>
    <message>
        <source>it is not a memory snapshot: torch.cuda.memory._dump_snapshot() writes a dictionary with &quot;device_traces&quot;</source>
        <translation>es ist kein Speicherabbild: torch.cuda.memory._dump_snapshot() schreibt ein Dictionary mit „device_traces“</translation>
    </message>
    <message>
        <source>it has no allocation history; call torch.cuda.memory._record_memory_history() before training</source>
        <translation>es enthält keinen Verlauf der Belegungen; rufen Sie vor dem Training torch.cuda.memory._record_memory_history() auf</translation>
    </message>
    <message>
        <source>the operation %1 at byte %2 does not occur in snapshots</source>
        <translation>die Operation %1 bei Byte %2 kommt in keinem Speicherabbild vor</translation>
    </message>
    <message>
        <source>the operation at byte %1 does not fit the preceding ones</source>
        <translation>die Operation bei Byte %1 passt nicht zu den vorhergehenden</translation>
    </message>
    <message>
        <source>byte %1 refers to a value that does not exist</source>
        <translation>Byte %1 verweist auf einen Wert, den es nicht gibt</translation>
    </message>
    <message>
        <source>it has more than %1 nesting levels</source>
        <translation>es hat mehr als %1 Verschachtelungsebenen</translation>
    </message>
    <message>
        <source>it is a pickle of protocol %1; supported: 2 to 5</source>
        <translation>es ist ein Pickle des Protokolls %1; unterstützt: 2 bis 5</translation>
    </message>
    <message>
        <source>its first %1 bytes expand to %2 MiB in memory, more than a snapshot of that length can contain</source>
        <translation>seine ersten %1 Bytes ergeben %2 MiB im Speicher, mehr, als ein Speicherabbild dieser Länge enthalten kann</translation>
    </message>
    <message>
        <source>its records need more memory than is free</source>
        <translation>seine Einträge brauchen mehr Speicher, als frei ist</translation>
    </message>
    <message>
        <source>its sizes add up to more memory than a device can have</source>
        <translation>seine Größen ergeben zusammen mehr Speicher, als ein Gerät haben kann</translation>
    </message>
    <message>
        <source>a stack trace has more than %1 frames</source>
        <translation>ein Aufrufstapel hat mehr als %1 Ebenen</translation>
    </message>
    <message>
        <source>a record is split into several parts</source>
        <translation>ein Eintrag ist auf mehrere Teile aufgeteilt</translation>
    </message>
    <message>
        <source>the value of &quot;%1&quot; is not a valid number</source>
        <translation>der Wert von „%1“ ist keine gültige Zahl</translation>
    </message>
    <message>
        <source>the &quot;action&quot; of an event is not a text</source>
        <translation>die „action“ eines Ereignisses ist kein Text</translation>
    </message>
    <message>
        <source>it has too many events</source>
        <translation>es hat zu viele Ereignisse</translation>
    </message>
    <message>
        <source>%1: the expert groups are invalid</source>
        <translation>%1: die Expertengruppen sind ungültig</translation>
    </message>
    <message>
        <source>%1: the packing does not allow these heads</source>
        <translation>%1: die Packung lässt diese Köpfe nicht zu</translation>
    </message>
    <message>
        <source>value heads</source>
        <translation>Value-Köpfe</translation>
    </message>
    <message>
        <source>mamba block</source>
        <translation>Mamba-Block</translation>
    </message>
    <message>
        <source>attention block</source>
        <translation>Attention-Block</translation>
    </message>
    <message>
        <source>mlp block</source>
        <translation>MLP-Block</translation>
    </message>
    <message>
        <source>experts block</source>
        <translation>Expertenblock</translation>
    </message>
    <message>
        <source>%1: its keys cannot be shared</source>
        <translation>%1: seine Keys können nicht gemeinsam genutzt werden</translation>
    </message>
    <message>
        <source>its embedding passes more than one value to later layers, which sequence parallelism does not split</source>
        <translation>sein Embedding gibt späteren Schichten mehr als einen Wert, den Sequenzparallelität nicht aufteilt</translation>
    </message>
    <message>
        <source>a sample&apos;s image uses %1 tokens, more than the sequence has: choose a longer sequence or a smaller ?image=SIDE</source>
        <translation>das Bild eines Samples belegt %1 Tokens, mehr als die Sequenz hat: Wählen Sie eine längere Sequenz oder ein kleineres ?image=SIDE</translation>
    </message>
    <message>
        <source>token and image embedding</source>
        <translation>Token- und Bild-Embedding</translation>
    </message>
    <message>
        <source>vision block</source>
        <translation>Vision-Block</translation>
    </message>
    <message>
        <source>vision merger</source>
        <translation>Vision-Merger</translation>
    </message>
    <message>
        <source>%1: images need fitting heads</source>
        <translation>%1: Bilder brauchen passende Köpfe</translation>
    </message>
    <message>
        <source>%1: the side does not divide evenly</source>
        <translation>%1: die Seite lässt sich nicht gleichmäßig teilen</translation>
    </message>
    <message>
        <source>%1: the number of positions must be positive</source>
        <translation>%1: die Anzahl der Positionen muss positiv sein</translation>
    </message>
    <message>
        <source>%1: the number of patches must be positive</source>
        <translation>%1: die Anzahl der Patches muss positiv sein</translation>
    </message>
    <message>
        <source>head groups</source>
        <translation>Kopfgruppen</translation>
    </message>
    <message>
        <source>the framework</source>
        <translation>das Framework</translation>
    </message>
    <message>
        <source>attention with chunks or with values added to its scores</source>
        <translation>Attention mit Abschnitten oder mit Werten, die zu ihren Scores addiert werden</translation>
    </message>
    <message>
        <source>this model&apos;s attention</source>
        <translation>die Attention dieses Modells</translation>
    </message>
    <message>
        <source>the operator %1</source>
        <translation>den Operator %1</translation>
    </message>
    <message>
        <source>layers whose operators are unknown</source>
        <translation>Schichten, deren Operatoren nicht bekannt sind</translation>
    </message>
    <message>
        <source>training in %1 (only bf16-master and fp16 are modeled)</source>
        <translation>Training in %1 statt bf16-master oder fp16</translation>
    </message>
    <message>
        <source>this model&apos;s experts</source>
        <translation>die Experten dieses Modells</translation>
    </message>
    <message>
        <source>--fp8-recipe of %1</source>
        <translation>--fp8-recipe von %1</translation>
    </message>
    <message>
        <source>none (this GPU does not support the recipe)</source>
        <translation>none (diese GPU unterstützt das Verfahren nicht)</translation>
    </message>
    <message>
        <source>FP8 matrix products whose dimensions are not multiples of 16</source>
        <translation>FP8-Matrixprodukte, deren Dimensionen keine Vielfachen von 16 sind</translation>
    </message>
    <message>
        <source>this model&apos;s norms</source>
        <translation>die Normen dieses Modells</translation>
    </message>
    <message>
        <source>products with a bias</source>
        <translation>Produkte mit Bias</translation>
    </message>
    <message>
        <source>the activation %1</source>
        <translation>die Aktivierungsfunktion %1</translation>
    </message>
    <message>
        <source>it sent no data for 10 s</source>
        <translation>10 s lang kamen keine Daten</translation>
    </message>
    <message>
        <source>feed-forward width is missing</source>
        <translation>Feed-Forward-Breite fehlt</translation>
    </message>
    <message>
        <source>its model (%1) does not have %2 layers</source>
        <translation>sein Modell (%1) hat keine %2 Schichten</translation>
    </message>
    <message>
        <source>experts with two matrices, which no supported model has</source>
        <translation>Experten aus zwei Matrizen, die kein unterstütztes Modell hat</translation>
    </message>
    <message>
        <source>grouped-query attention with two-matrix feed-forward layers, which no supported model has</source>
        <translation>Grouped-Query-Attention mit Feed-Forward-Schichten aus zwei Matrizen, die kein unterstütztes Modell hat</translation>
    </message>
    <message>
        <source>no model can be built from its columns</source>
        <translation>aus seinen Spalten lässt sich kein Modell bilden</translation>
    </message>
    <message>
        <source>no plan can represent this run: %1</source>
        <translation>kein Plan kann diesen Lauf darstellen: %1</translation>
    </message>
    <message>
        <source>GPU type is missing</source>
        <translation>GPU-Typ fehlt</translation>
    </message>
    <message>
        <source>its GPU type (%1) is unknown</source>
        <translation>sein GPU-Typ (%1) ist nicht bekannt</translation>
    </message>
    <message>
        <source>it ran on another GPU type (%1)</source>
        <translation>er lief auf einem anderen GPU-Typ (%1)</translation>
    </message>
    <message>
        <source>its GPUs do not fill whole nodes of %1</source>
        <translation>seine GPUs füllen keine ganzen Knoten zu %1</translation>
    </message>
    <message>
        <source>a pipeline stage has no layers</source>
        <translation>eine Pipeline-Stufe ohne Schichten</translation>
    </message>
    <message>
        <source>trained by %1</source>
        <translation>trainiert mit %1</translation>
    </message>
    <message>
        <source>its framework does not support its recomputation mode</source>
        <translation>sein Framework unterstützt seine Art der Neuberechnung nicht</translation>
    </message>
    <message>
        <source>its recomputation mode is unknown</source>
        <translation>seine Art der Neuberechnung ist nicht bekannt</translation>
    </message>
    <message>
        <source>FP8 matrix products, which are not supported for %1</source>
        <translation>FP8-Matrixprodukte, die für %1 nicht unterstützt werden</translation>
    </message>
    <message>
        <source>unknown times of FP8 matrix products</source>
        <translation>unbekannte Zeiten von FP8-Matrixprodukten</translation>
    </message>
    <message>
        <source>its predicted memory is not a valid number</source>
        <translation>sein vorhergesagter Speicher ist keine gültige Zahl</translation>
    </message>
    <message>
        <source>its step time is not a valid number</source>
        <translation>seine Schrittzeit ist keine gültige Zahl</translation>
    </message>
    <message>
        <source>suspect copy</source>
        <translation>verdächtige Kopie</translation>
    </message>
    <message>
        <source>encoder-decoder</source>
        <translation>Encoder-Decoder</translation>
    </message>
    <message>
        <source>offloading</source>
        <translation>Auslagerung</translation>
    </message>
    <message>
        <source>trained in %1, but frameworks train in 16 bits</source>
        <translation>trainiert in %1, aber Frameworks trainieren in 16 Bit</translation>
    </message>
    <message>
        <source>refused: %1</source>
        <translation>abgelehnt: %1</translation>
    </message>
    <message>
        <source>too few runs</source>
        <translation>zu wenige Läufe</translation>
    </message>
    <message>
        <source>reserved memory, which cannot be predicted for this plan</source>
        <translation>reservierter Speicher, der sich für diesen Plan nicht vorhersagen lässt</translation>
    </message>
    <message>
        <source>the device type to calibrate on %1</source>
        <translation>der Gerätetyp, der an %1 kalibriert werden soll</translation>
    </message>
    <message>
        <source>a type that was not calibrated on these runs</source>
        <translation>ein Typ, der nicht an diesen Läufen kalibriert wurde</translation>
    </message>
    <message>
        <source>kernels would take %1 times as long as the tables predict, and launches %2: these runs do not match this device type</source>
        <translation>Kernel würden %1-mal so lange dauern wie laut Tabellen und Starts %2: Diese Läufe passen nicht zu diesem Gerätetyp</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>several groups of devices</source>
        <translation>aus mehreren Gerätegruppen</translation>
    </message>
    <message>
        <source>groups of devices are joined by +, as in 4xH100-80GB+4xA100-40GB</source>
        <translation>Gruppen von Geräten werden mit + verbunden, wie in 4xH100-80GB+4xA100-40GB</translation>
    </message>
    <message>
        <source>at least 2 (with combined passes)</source>
        <translation>mindestens 2 (mit kombinierten Durchläufen)</translation>
    </message>
    <message>
        <source>trained in %1, which no framework supports</source>
        <translation>trainiert in %1, was kein Framework unterstützt</translation>
    </message>
    <message>
        <source>it is a pipe without a reader</source>
        <translation>es ist eine Pipe, die niemand liest</translation>
    </message>
    <message>
        <source>its columns give %1 %2, but its model (%3) has %4</source>
        <translation>seine Spalten ergeben %1 %2, aber sein Modell (%3) hat %4</translation>
    </message>
    <message>
        <source>hidden size</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>feed-forward width</source>
        <translation>Feed-Forward-Breite</translation>
    </message>
    <message>
        <source>ddp-view or fp32-buffers</source>
        <translation>ddp-view oder fp32-buffers</translation>
    </message>
    <message>
        <source>the first line of %1 does not name its Python; name it yourself, as in python -m torch.distributed.run ...</source>
        <translation>%1 nennt in der ersten Zeile kein Python; nennen Sie es selbst, etwa python -m torch.distributed.run ...</translation>
    </message>
    <message>
        <source>%1 is not a Python interpreter</source>
        <translation>%1 ist kein Python-Interpreter</translation>
    </message>
    <message>
        <source>%1 has no torch; use the Python of your training environment</source>
        <translation>%1 hat kein torch; verwenden Sie das Python Ihrer Trainingsumgebung</translation>
    </message>
    <message>
        <source>the torch version of %1 is unknown: its version.py is not in torch&apos;s usual form</source>
        <translation>die torch-Version von %1 ist nicht bekannt: Seine version.py hat nicht die übliche Form</translation>
    </message>
    <message>
        <source>torch %1 of %2 was built without CUDA; install the build for CUDA 12 or 13, which needs no GPU</source>
        <translation>torch %1 von %2 wurde ohne CUDA gebaut; installieren Sie den Build für CUDA 12 oder 13, der keine GPU braucht</translation>
    </message>
    <message>
        <source>torch %1 of %2 is too old; dry runs need %3 or newer</source>
        <translation>torch %1 von %2 ist zu alt; Trockenläufe brauchen %3 oder neuer</translation>
    </message>
    <message>
        <source>torch %1 is newer than %2, the newest version tested with dry runs; if a CUDA function is missing, the run fails with its name</source>
        <translation>torch %1 ist neuer als %2, die neueste mit Trockenläufen getestete Version; fehlt eine CUDA-Funktion, scheitert der Lauf und nennt sie</translation>
    </message>
    <message>
        <source>with %1 ranks, torch may work for minutes before the first step, because FSDP2 builds lists of all ranks for each parameter; with fewer ranks, the result is nearly the same once shards are small</source>
        <translation>mit %1 Rängen kann torch vor dem ersten Schritt minutenlang arbeiten, weil FSDP2 für jeden Parameter Listen aller Ränge anlegt; mit weniger Rängen ist das Ergebnis fast dasselbe, sobald die Anteile klein sind</translation>
    </message>
    <message>
        <source>there is no libtorch in %1</source>
        <translation>in %1 ist kein libtorch</translation>
    </message>
    <message>
        <source>libtorch in %1 was built without CUDA; a dry run needs a build for CUDA 12 or 13, though no GPU</source>
        <translation>libtorch in %1 wurde ohne CUDA gebaut; ein Trockenlauf braucht einen Build für CUDA 12 oder 13, aber keine GPU</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not an NVIDIA device with a known compute capability</source>
        <translation>„%1“ ist kein NVIDIA-Gerät mit bekannter Compute Capability</translation>
    </message>
    <message>
        <source>dry runs need an x86-64 processor</source>
        <translation>Trockenläufe brauchen einen x86-64-Prozessor</translation>
    </message>
    <message>
        <source>it is a workspace, which an output must not replace</source>
        <translation>es ist ein Arbeitsbereich, den eine Ausgabe nicht ersetzen darf</translation>
    </message>
    <message>
        <source>number of stages</source>
        <translation>Anzahl der Stufen</translation>
    </message>
    <message>
        <source>1 (for Qwen3)</source>
        <translation>1 (bei Qwen3)</translation>
    </message>
    <message>
        <source>1 (for gpt-oss)</source>
        <translation>1 (bei gpt-oss)</translation>
    </message>
    <message>
        <source>%1 like Llama, Qwen3, DeepSeek-V3 or gpt-oss (RMS norms, rotary positions, gated; for Qwen3: experts in all blocks or in none, with weights that add up to 1, and no shared experts)</source>
        <translation>%1 wie Llama, Qwen3, DeepSeek-V3 oder gpt-oss (RMS-Normen, Rotary-Positionen, gated; bei Qwen3: Experten in allen Blöcken oder in keinem, mit Gewichten, deren Summe 1 ist, und ohne geteilte Experten)</translation>
    </message>
    <message>
        <source>experts in a Llama-like model</source>
        <translation>Experten in einem Llama-artigen Modell</translation>
    </message>
    <message>
        <source>models with both dense and expert blocks</source>
        <translation>Modelle mit dichten Blöcken und Expertenblöcken</translation>
    </message>
    <message>
        <source>%1, with memory limited to %2 (ulimit %3)</source>
        <translation>%1, bei einem Speicherlimit von %2 (ulimit %3)</translation>
    </message>
    <message>
        <source>LoRA adapters</source>
        <translation>LoRA-Adapter</translation>
    </message>
    <message>
        <source>the model sizes: add a flavor with n_layers %1, dim %2, n_heads %3%4 (torchtitan/models/%5/__init__.py)</source>
        <translation>die Größen des Modells: fügen Sie einen Flavor mit n_layers %1, dim %2, n_heads %3%4 hinzu (torchtitan/models/%5/__init__.py)</translation>
    </message>
    <message>
        <source>scaled dot product attention: torchtitan&apos;s flavors use attn_type flex, with a document mask</source>
        <translation>Scaled Dot Product Attention: die Flavors von torchtitan haben attn_type flex, mit einer Maske nach Dokumenten</translation>
    </message>
    <message>
        <source>%1: torchtitan&apos;s %2 does not support this</source>
        <translation>%1: das %2 von torchtitan unterstützt das nicht</translation>
    </message>
    <message>
        <source>latent attention with tensor parallelism</source>
        <translation>latente Attention mit Tensor-Parallelität</translation>
    </message>
    <message>
        <source>attention with sinks and tensor parallelism</source>
        <translation>Attention mit Sinks und Tensor-Parallelität</translation>
    </message>
    <message>
        <source>attention sinks in blocks unlike those of gpt-oss</source>
        <translation>Attention-Sinks in Blöcken, die nicht die von gpt-oss sind</translation>
    </message>
    <message>
        <source>compiled blocks with sinks</source>
        <translation>kompilierte Blöcke mit Sinks</translation>
    </message>
    <message>
        <source>it has more than %1 columns</source>
        <translation>sie hat mehr als %1 Spalten</translation>
    </message>
    <message>
        <source>Stagecraft (proven minimal peak)</source>
        <translation>Stagecraft (bewiesen minimale Spitze)</translation>
    </message>
    <message>
        <source>a message from a newer version (%1)</source>
        <translation>eine Meldung einer neueren Version (%1)</translation>
    </message>
    <message>
        <source>a comparison of partitioners</source>
        <translation>ein Vergleich von Partitionierern</translation>
    </message>
    <message>
        <source>an object with one field</source>
        <translation>ein Objekt mit einem Feld</translation>
    </message>
    <message>
        <source>a list of at least one stage: this plan has no stages</source>
        <translation>eine Liste von mindestens einer Stufe: dieser Plan hat keine Stufen</translation>
    </message>
    <message>
        <source>%1, or with layer ranges: full@1-12,swap@13</source>
        <translation>%1 oder solche mit Schichten: full@1-12,swap@13</translation>
    </message>
    <message>
        <source>infinity</source>
        <translation>unendlich</translation>
    </message>
    <message>
        <source>-infinity</source>
        <translation>minus unendlich</translation>
    </message>
    <message>
        <source>%1 (count)</source>
        <translation>%1 (Anzahl)</translation>
    </message>
    <message>
        <source>%1 (number of entries)</source>
        <translation>%1 (Anzahl)</translation>
    </message>
    <message>
        <source>%1 (devices)</source>
        <translation>%1 (Geräte)</translation>
    </message>
    <message>
        <source>%1 (global batch)</source>
        <translation>%1 (globaler Batch)</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2</source>
        <translation>%1 lässt sich nicht starten: %2</translation>
    </message>
    <message>
        <source>the file cannot be read (%1); check that it exists and that you may read it</source>
        <translation>die Datei kann nicht gelesen werden (%1); prüfen Sie, ob es sie gibt und ob Sie sie lesen dürfen</translation>
    </message>
    <message>
        <source>the file cannot be written (%1); choose another name or place, or free some space</source>
        <translation>die Datei kann nicht geschrieben werden (%1); wählen Sie einen anderen Namen oder Ort, oder schaffen Sie Platz</translation>
    </message>
    <message>
        <source>the file has %1, more than the limit of %2 for such files</source>
        <translation>die Datei hat %1, mehr als die %2, die eine solche Datei brauchen kann</translation>
    </message>
    <message>
        <source>the file is not JSON (%1)</source>
        <translation>die Datei ist kein JSON (%1)</translation>
    </message>
    <message>
        <source>the file is not YAML (%1)</source>
        <translation>die Datei ist kein YAML (%1)</translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; is missing</source>
        <translation>das Feld „%1“ fehlt</translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; must be %2</source>
        <translation>das Feld „%1“ muss %2 sein</translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; is %2 but must be between %3 and %4</source>
        <translation>das Feld „%1“ ist %2, muss aber zwischen %3 und %4 liegen</translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; (%2) must be a multiple of &quot;%3&quot; (%4)</source>
        <translation>das Feld „%1“ (%2) muss ein Vielfaches von „%3“ (%4) sein</translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; is &quot;%2&quot;; supported values: %3</source>
        <translation>das Feld „%1“ ist „%2“; unterstützte Werte: %3</translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; is inconsistent: %2</source>
        <translation>das Feld „%1“ ist widersprüchlich: %2</translation>
    </message>
    <message>
        <source>the model type &quot;%1&quot; is not supported; supported types: %2. For another model, use a TorchScript file (.pt) or a layer table (CSV)</source>
        <translation>der Modelltyp „%1“ wird nicht unterstützt; unterstützte Typen: %2. Verwenden Sie für ein anderes Modell eine TorchScript-Datei (.pt) oder eine Schichttabelle (CSV)</translation>
    </message>
    <message>
        <source>there is no model &quot;%1&quot; in the zoo; it has: %2</source>
        <translation>es gibt kein Modell „%1“ im Zoo; er hat: %2</translation>
    </message>
    <message>
        <source>the layer does not accept the output of the previous layer (%1)</source>
        <translation>die Schicht nimmt die Ausgabe der vorigen Schicht nicht an (%1)</translation>
    </message>
    <message>
        <source>loading a TorchScript file runs code from it; allow that{ (--trust)} only if you trust its authors</source>
        <translation>beim Laden einer TorchScript-Datei wird Code aus ihr ausgeführt; erlauben Sie das{ (--trust)} nur, wenn Sie ihren Autoren vertrauen</translation>
    </message>
    <message>
        <source>the TorchScript file cannot be used: %1</source>
        <translation>die TorchScript-Datei kann nicht verwendet werden: %1</translation>
    </message>
    <message>
        <source>the file has changed since it was described (SHA-256 %1, then %2); describe it again</source>
        <translation>die Datei hat sich seit ihrer Beschreibung geändert (SHA-256 %1, damals %2); beschreiben Sie sie erneut</translation>
    </message>
    <message>
        <source>fewer than %2 of the %1 runs are usable, both for memory and for time (%3)</source>
        <translation>von den %1 Läufen sind weniger als %2 verwendbar, sowohl für Speicher als auch für Zeit (%3)</translation>
    </message>
    <message>
        <source>the file would run code (%1, at byte %2) and was rejected; nothing was run. A memory snapshot contains only plain data: write it with torch.cuda.memory._dump_snapshot(), and do not load this file in Python</source>
        <translation>die Datei würde Code ausführen (%1, bei Byte %2) und wurde abgelehnt; nichts wurde ausgeführt. Ein Speicherabbild enthält nur Daten: Schreiben Sie es mit torch.cuda.memory._dump_snapshot(), und laden Sie diese Datei nicht in Python</translation>
    </message>
    <message>
        <source>the memory snapshot cannot be read: %1</source>
        <translation>das Speicherabbild lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>the file uses the training stack &quot;%1&quot;, which this version does not support; choose a framework (%2)</source>
        <translation>die Datei verwendet den Trainings-Stack „%1“, den diese Version nicht unterstützt; wählen Sie ein Framework (%2)</translation>
    </message>
    <message>
        <source>this is not a %1 file: its &quot;format&quot; is &quot;%2&quot;</source>
        <translation>das ist keine %1-Datei: ihr „format“ ist „%2“</translation>
    </message>
    <message>
        <source>the file has version %1, but this program reads versions up to %2; use a newer Stagecraft</source>
        <translation>die Datei hat Version %1, aber dieses Programm liest Versionen bis %2; verwenden Sie ein neueres Stagecraft</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a cluster (%2); write [NODESx]DEVICESxTYPE[:MEMORY], for example 4xcpu:8GiB or 2x8xH100-80GB, or the path of a cluster file</source>
        <translation>„%1“ ist kein Cluster (%2); schreiben Sie [KNOTENx]GERÄTExTYP[:SPEICHER], zum Beispiel 4xcpu:8GiB oder 2x8xH100-80GB, oder den Pfad einer Clusterdatei</translation>
    </message>
    <message>
        <source>the device type &quot;%1&quot; is not in the catalog; it has: %2</source>
        <translation>der Gerätetyp „%1“ steht nicht im Katalog; er hat: %2</translation>
    </message>
    <message>
        <source>%1 is %2 but must be between %3 and %4</source>
        <translation>%1 ist %2, muss aber zwischen %3 und %4 liegen</translation>
    </message>
    <message>
        <source>%1 cannot be &quot;%2&quot;; possible: %3</source>
        <translation>%1 kann nicht „%2“ sein; möglich: %3</translation>
    </message>
    <message>
        <source>the framework cannot be &quot;%1&quot;: %2; possible: %3</source>
        <translation>das Framework kann nicht „%1“ sein; möglich: %3 (%2)</translation>
    </message>
    <message>
        <source>%1 cannot be &quot;%2&quot;; possible: %3{ (--target any asks for plans whatever runs them)}</source>
        <translation>%1 kann nicht „%2“ sein; möglich: %3{ (--target any sucht Pläne, gleich womit sie ausgeführt werden)}</translation>
    </message>
    <message>
        <source>the run has no limit; give a budget or a deadline</source>
        <translation>der Lauf hat keine Grenze; geben Sie ein Budget oder eine Frist an</translation>
    </message>
    <message>
        <source>the length of the run is missing; give the number of tokens or samples to train on</source>
        <translation>die Länge des Laufs fehlt; geben Sie an, mit wie vielen Tokens oder Samples trainiert wird</translation>
    </message>
    <message>
        <source>a budget needs the price of a node, but there is no on-demand offer of nodes with %1 x %2; set a price</source>
        <translation>ein Budget braucht den Preis eines Knotens, aber es gibt kein On-Demand-Angebot für Knoten mit %1 x %2; geben Sie einen Preis an</translation>
    </message>
    <message>
        <source>the plan is not possible: %1</source>
        <translation>der Plan ist nicht möglich: %1</translation>
    </message>
    <message>
        <source>the schedule %1 is not possible here: %2; nearest possible: %3</source>
        <translation>der Schedule %1 ist hier nicht möglich: %2; nächste Möglichkeit: %3</translation>
    </message>
    <message>
        <source>%1 has not been measured at micro-batch %2 and sequence %3; run: %4</source>
        <translation>%1 wurde nicht bei Micro-Batch %2 und Sequenz %3 gemessen; führen Sie aus: %4</translation>
    </message>
    <message>
        <source>the profile was measured on %1, but the cluster has %2; run: %3</source>
        <translation>das Profil wurde auf %1 gemessen, aber der Cluster hat %2; führen Sie aus: %3</translation>
    </message>
    <message>
        <source>the file is not a Stagecraft workspace; it was not changed</source>
        <translation>die Datei ist kein Arbeitsbereich von Stagecraft; sie wurde nicht geändert</translation>
    </message>
    <message>
        <source>the workspace has version %1, but this program reads versions up to %2; use a newer Stagecraft. The file was not changed</source>
        <translation>der Arbeitsbereich hat Version %1, aber dieses Programm liest Versionen bis %2; verwenden Sie ein neueres Stagecraft. Die Datei wurde nicht geändert</translation>
    </message>
    <message>
        <source>the workspace cannot be changed: the file or its folder is read-only</source>
        <translation>der Arbeitsbereich kann nicht geändert werden: Die Datei oder ihr Ordner ist schreibgeschützt</translation>
    </message>
    <message>
        <source>another process is writing to the workspace; try again when it is done</source>
        <translation>ein anderer Prozess schreibt gerade in den Arbeitsbereich; versuchen Sie es erneut, wenn er fertig ist</translation>
    </message>
    <message>
        <source>the workspace could not be used (%1)</source>
        <translation>der Arbeitsbereich konnte nicht verwendet werden (%1)</translation>
    </message>
    <message>
        <source>the disk is full, or the file size limit is reached (ulimit -f); free some space and try again</source>
        <translation>der Datenträger ist voll, oder die Grenze der Dateigröße ist erreicht (ulimit -f); schaffen Sie Platz und versuchen Sie es erneut</translation>
    </message>
    <message>
        <source>the profiler %1 was not found; build it with STAGECRAFT_WORKER=ON or set STAGECRAFT_WORKER_PATH</source>
        <translation>der Profiler %1 wurde nicht gefunden; bauen Sie ihn mit STAGECRAFT_WORKER=ON oder setzen Sie STAGECRAFT_WORKER_PATH</translation>
    </message>
    <message>
        <source>the profiler stopped (%1)</source>
        <translation>der Profiler wurde beendet (%1)</translation>
    </message>
    <message>
        <source>the profiler sent an invalid message (%1)</source>
        <translation>der Profiler hat eine ungültige Nachricht gesendet (%1)</translation>
    </message>
    <message>
        <source>the device &quot;%1&quot; is not available (%2)</source>
        <translation>das Gerät „%1“ ist nicht verfügbar (%2)</translation>
    </message>
    <message>
        <source>a dry run is not possible here: %1</source>
        <translation>ein Trockenlauf ist hier nicht möglich: %1</translation>
    </message>
    <message>
        <source>the model cannot be described: %1</source>
        <translation>das Modell lässt sich nicht beschreiben: %1</translation>
    </message>
    <message>
        <source>%1 does not fit into the memory of %2</source>
        <translation>%1 passt nicht in den Speicher von %2</translation>
    </message>
    <message>
        <source>%1 did not fit into the memory of %2 at micro-batch %3 and sequence %4 when it was profiled; profile it on a device with more memory or, if more memory is free now, run: %5</source>
        <translation>%1 passte beim Profilieren bei Micro-Batch %3 und Sequenz %4 nicht in den Speicher von %2; profilieren Sie auf einem Gerät mit mehr Speicher oder führen Sie, wenn jetzt mehr Speicher frei ist, aus: %5</translation>
    </message>
    <message>
        <source>canceled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>The modules that predict additional tokens (%1) are not built, as in transformers.</source>
        <translation>Die Module, die weitere Tokens vorhersagen (%1), werden wie in transformers nicht gebaut.</translation>
    </message>
    <message>
        <source>The vision tower (vision_config) and its projector are not built: the layers are those of the language model, for training on text.</source>
        <translation>Der Vision-Tower (vision_config) und sein Projektor werden nicht gebaut: Die Schichten sind die des Sprachmodells, für das Training mit Text.</translation>
    </message>
    <message>
        <source>The vision tower (vision_config) is not built: the layers are those of the language model, for training on text.</source>
        <translation>Der Vision-Tower (vision_config) wird nicht gebaut: Die Schichten sind die des Sprachmodells, für das Training mit Text.</translation>
    </message>
    <message>
        <source>The image and audio towers (vision_config, audio_config) and their projectors are not built: the layers are those of the language model, for training on text.</source>
        <translation>Die Vision- und Audio-Tower (vision_config, audio_config) und ihre Projektoren werden nicht gebaut: Die Schichten sind die des Sprachmodells, für das Training mit Text.</translation>
    </message>
    <message>
        <source>The vision tower (vision_config) is not built (?image=0): the layers are those of the language model, for training on text.</source>
        <translation>Der Vision-Tower (vision_config) wird nicht gebaut (?image=0): Die Schichten sind die des Sprachmodells, für das Training mit Text.</translation>
    </message>
    <message>
        <source>The file has no vision tower (vision_config): the layers are those of the language model.</source>
        <translation>Die Datei hat keinen Vision-Tower (vision_config): Die Schichten sind die des Sprachmodells.</translation>
    </message>
    <message>
        <source>Each sample has one image of %1 x %1 pixels, which uses %2 of its tokens. Append ?image=SIDE to the model&apos;s name for another image size, or ?image=0 to train on text alone.</source>
        <translation>Jedes Sample hat ein Bild mit %1 x %1 Pixeln, das %2 seiner Tokens belegt. Hängen Sie ?image=SIDE an den Namen des Modells an, um eine andere Bildgröße zu wählen, oder ?image=0, um nur mit Text zu trainieren.</translation>
    </message>
    <message>
        <source>a number of heads that gives a head width divisible by 4 (rows and columns each rotate one half)</source>
        <translation>eine Anzahl von Köpfen, bei der ihre Breite durch 4 teilbar ist (Zeilen und Spalten drehen je eine Hälfte)</translation>
    </message>
    <message>
        <source>M (Mamba-2), * (attention), E (experts), - (multi-layer perceptron)</source>
        <translation>M (Mamba-2), * (Attention), E (Experten), - (mehrschichtiges Perzeptron)</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>%1, each also with gated-</source>
        <translation>%1, jeweils auch mit gated-</translation>
    </message>
    <message>
        <source>%1; omit the field to use %2</source>
        <translation>%1; lassen Sie das Feld weg, um %2 zu verwenden</translation>
    </message>
    <message>
        <source>%1 (missing, default %2)</source>
        <translation>%1 (fehlt, Voreinstellung %2)</translation>
    </message>
    <message>
        <source>it has %1 entries, but &quot;%2&quot; is %3</source>
        <translation>es hat %1 Einträge, aber „%2“ ist %3</translation>
    </message>
    <message>
        <source>it is %1, but &quot;%2&quot; is %3</source>
        <translation>es ist %1, aber „%2“ ist %3</translation>
    </message>
    <message>
        <source>block %1 appears twice</source>
        <translation>Block %1 kommt zweimal vor</translation>
    </message>
    <message>
        <source>it names block %1, but &quot;depth&quot; is %2</source>
        <translation>es nennt Block %1, aber „depth“ ist %2</translation>
    </message>
    <message>
        <source>with latent attention, every head has its own keys, so it must equal num_attention_heads</source>
        <translation>bei latenter Attention hat jeder Kopf eigene Keys, daher muss es gleich num_attention_heads sein</translation>
    </message>
    <message>
        <source>the %1 selected groups (of %3 groups with %2 experts in total) contain too few experts for num_experts_per_tok %4</source>
        <translation>die %1 gewählten Gruppen (von %3 Gruppen mit zusammen %2 Experten) enthalten zu wenige Experten für num_experts_per_tok %4</translation>
    </message>
    <message>
        <source>2 norms need &quot;new_decoder_architecture&quot;: true</source>
        <translation>2 Normen brauchen „new_decoder_architecture“: true</translation>
    </message>
    <message>
        <source>blocks of the same layer_types must have the same heads</source>
        <translation>Blöcke mit gleichen layer_types müssen die gleichen Köpfe haben</translation>
    </message>
    <message>
        <source>no %1 block comes before the blocks that share keys and values</source>
        <translation>vor den Blöcken, die Keys und Values gemeinsam nutzen, kommt kein Block mit %1</translation>
    </message>
    <message>
        <source>only layers with rotary positions (no_rope_layers) attend in chunks</source>
        <translation>nur Schichten mit Rotary-Positionen (no_rope_layers) haben Attention in Abschnitten</translation>
    </message>
    <message>
        <source>&quot;sliding_attention&quot; needs &quot;use_sliding_window&quot;: true and a &quot;sliding_window&quot;</source>
        <translation>„sliding_attention“ braucht „use_sliding_window“: true und ein „sliding_window“</translation>
    </message>
    <message>
        <source>an operator that only a framework&apos;s kernels run{ (--framework says so)}</source>
        <translation>ein Operator, den nur die Kernel eines Frameworks ausführen{ (siehe --framework)}</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3</source>
        <translation>%1: „%2“ ist %3</translation>
    </message>
    <message>
        <source>%1 (numbers)</source>
        <translation>%1 (Zahlen)</translation>
    </message>
    <message>
        <source>it must have as many entries as shape</source>
        <translation>es muss so viele Einträge haben wie shape</translation>
    </message>
    <message>
        <source>%1 needs parts</source>
        <translation>%1 braucht Teile</translation>
    </message>
    <message>
        <source>%1 needs patches</source>
        <translation>%1 braucht Patches</translation>
    </message>
    <message>
        <source>%1 needs tokens and features of the same width</source>
        <translation>%1 braucht Tokens und Merkmale gleicher Breite</translation>
    </message>
    <message>
        <source>%1: the width does not split into two halves</source>
        <translation>%1: die Breite lässt sich nicht in zwei Hälften teilen</translation>
    </message>
    <message>
        <source>%1: the width of the rotary keys does not match</source>
        <translation>%1: die Breite der Rotary-Keys passt nicht</translation>
    </message>
    <message>
        <source>%1: the width of the router does not match</source>
        <translation>%1: die Breite des Routers passt nicht</translation>
    </message>
    <message>
        <source>%1: the gates are not as wide as the result</source>
        <translation>%1: die Gates sind nicht so breit wie das Ergebnis</translation>
    </message>
    <message>
        <source>%1: the rates do not match the heads</source>
        <translation>%1: die Raten passen nicht zu den Köpfen</translation>
    </message>
    <message>
        <source>%1: the patches do not divide evenly</source>
        <translation>%1: die Patches lassen sich nicht gleichmäßig teilen</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>TorchScript layers cannot be split</source>
        <translation>TorchScript-Schichten lassen sich nicht aufteilen</translation>
    </message>
    <message>
        <source>a layer table has only whole layers</source>
        <translation>eine Schichttabelle hat nur ganze Schichten</translation>
    </message>
    <message>
        <source>%1 has nothing to split</source>
        <translation>%1 hat nichts, was sich aufteilen lässt</translation>
    </message>
    <message>
        <source>the total size of all layers&apos; outputs in bytes</source>
        <translation>die Gesamtgröße der Ausgaben aller Schichten in Bytes</translation>
    </message>
    <message>
        <source>all, lora:RANK, lora:RANK:PATTERN, or a pattern</source>
        <translation>all, lora:RANK, lora:RANK:PATTERN oder ein Muster</translation>
    </message>
    <message>
        <source>each KEY=NUMBER only once</source>
        <translation>jedes KEY=NUMBER nur einmal</translation>
    </message>
    <message>
        <source>3x224x224 (a tensor of this shape) or tokens:LENGTH:VOCABULARY</source>
        <translation>3x224x224 (ein Tensor dieser Form) oder tokens:LENGTH:VOCABULARY</translation>
    </message>
    <message>
        <source>it has more than %1 devices</source>
        <translation>er hat mehr als %1 Geräte</translation>
    </message>
    <message>
        <source>it has more than %1 groups of nodes</source>
        <translation>er hat mehr als %1 Gruppen von Knoten</translation>
    </message>
    <message>
        <source>a name of letters, digits and . _ + - that does not begin like 8x</source>
        <translation>ein Name aus Buchstaben, Ziffern und . _ + -, der nicht wie 8x beginnt</translation>
    </message>
    <message>
        <source>a compute capability such as &quot;9.0&quot;, or null</source>
        <translation>eine Compute Capability wie „9.0“ oder null</translation>
    </message>
    <message>
        <source>the name %1 appears twice</source>
        <translation>der Name %1 kommt zweimal vor</translation>
    </message>
    <message>
        <source>the number of node groups</source>
        <translation>die Anzahl der Gruppen von Knoten</translation>
    </message>
    <message>
        <source>micro-batch size</source>
        <translation>Micro-Batch-Größe</translation>
    </message>
    <message>
        <source>number of micro-batches</source>
        <translation>Anzahl der Micro-Batches</translation>
    </message>
    <message>
        <source>number of micro-batches x data-parallel size</source>
        <translation>Anzahl der Micro-Batches × Datengrad</translation>
    </message>
    <message>
        <source>attention that keeps its scores{ (--attention eager)}</source>
        <translation>Attention, die ihre Scores behält{ (--attention eager)}</translation>
    </message>
    <message>
        <source>how it runs %1 is not modeled</source>
        <translation>wie es %1 ausführt, ist nicht modelliert</translation>
    </message>
    <message>
        <source>how it trains in %1 is not modeled, only bf16-master</source>
        <translation>wie es in %1 trainiert, ist nicht modelliert, nur bf16-master</translation>
    </message>
    <message>
        <source>where it places weights that two layers share is not modeled</source>
        <translation>wohin es Gewichte legt, die zwei Schichten teilen, ist nicht modelliert</translation>
    </message>
    <message>
        <source>how its pipelines keep parameters and gradients is not modeled</source>
        <translation>wie seine Pipelines Parameter und Gradienten halten, ist nicht modelliert</translation>
    </message>
    <message>
        <source>how it splits tokens over context-parallel ranks is not modeled</source>
        <translation>wie es Tokens auf Kontext-Ränge verteilt, ist nicht modelliert</translation>
    </message>
    <message>
        <source>how it combines context parallelism with pipelines is not modeled</source>
        <translation>wie es Kontextparallelität mit Pipelines verbindet, ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>its context parallelism is ring attention only</source>
        <translation>seine Kontextparallelität ist nur Ring-Attention</translation>
    </message>
    <message>
        <source>context parallelism of models with experts or latent attention</source>
        <translation>Kontextparallelität von Modellen mit Experten oder latenter Attention</translation>
    </message>
    <message>
        <source>how it splits layers over tensor- or expert-parallel ranks is not modeled</source>
        <translation>wie es Schichten auf Tensor- oder Experten-Ränge verteilt, ist nicht modelliert</translation>
    </message>
    <message>
        <source>how it combines expert parallelism with tensor parallelism is not modeled</source>
        <translation>wie es Experten- mit Tensor-Parallelität kombiniert, ist nicht modelliert</translation>
    </message>
    <message>
        <source>it always combines tensor parallelism with sequence parallelism</source>
        <translation>es kombiniert Tensor-Parallelität immer mit Sequenzparallelität</translation>
    </message>
    <message>
        <source>it does not support pipeline parallelism for gpt-oss</source>
        <translation>es unterstützt keine Pipelines für gpt-oss</translation>
    </message>
    <message>
        <source>how it trains without replicas is not modeled</source>
        <translation>wie es ohne Replikate trainiert, ist nicht modelliert</translation>
    </message>
    <message>
        <source>its pipelines support only ZeRO stage 1</source>
        <translation>seine Pipelines können nur ZeRO-Stufe 1</translation>
    </message>
    <message>
        <source>it supports only ZeRO stage 3, with all state on the devices</source>
        <translation>es kann nur ZeRO-Stufe 3, mit allem Zustand auf den Geräten</translation>
    </message>
    <message>
        <source>FP8 recipes of other frameworks are not modeled</source>
        <translation>FP8-Verfahren anderer Frameworks sind nicht modelliert</translation>
    </message>
    <message>
        <source>how it compiles blocks with expert parallelism is not modeled</source>
        <translation>wie es Blöcke mit Expertenparallelität kompiliert, ist nicht modelliert</translation>
    </message>
    <message>
        <source>which data sent between expert-parallel ranks it keeps is not modeled</source>
        <translation>welche Daten, die Experten-Ränge einander senden, es behält, ist nicht modelliert</translation>
    </message>
    <message>
        <source>how it runs this schedule is not modeled</source>
        <translation>wie es diesen Schedule ausführt, ist nicht modelliert</translation>
    </message>
    <message>
        <source>how it trains without ZeRO 1, 2 or 3 is not modeled</source>
        <translation>wie es ohne ZeRO 1, 2 oder 3 trainiert, ist nicht modelliert</translation>
    </message>
    <message>
        <source>it supports only ZeRO stages 0 and 1</source>
        <translation>es kann nur die ZeRO-Stufen 0 und 1</translation>
    </message>
    <message>
        <source>it recomputes either parts of blocks or whole blocks, not both</source>
        <translation>es berechnet entweder Teile von Blöcken oder ganze Blöcke neu, nicht beides</translation>
    </message>
    <message>
        <source>how it swaps or compresses activations is not modeled</source>
        <translation>wie es Aktivierungen auslagert oder komprimiert, ist nicht modelliert</translation>
    </message>
    <message>
        <source>state on the host and replicas that do not exchange gradients are not modeled</source>
        <translation>Zustand auf dem Host und Replikate, die keine Gradienten austauschen, sind nicht modelliert</translation>
    </message>
    <message>
        <source>gated %1</source>
        <translation>gated %1</translation>
    </message>
    <message>
        <source>it has a vision tower</source>
        <translation>es hat einen Vision-Tower</translation>
    </message>
    <message>
        <source>its blocks also normalize the outputs of attention and multi-layer perceptron</source>
        <translation>seine Blöcke normieren auch die Ausgaben von Attention und mehrschichtigem Perzeptron</translation>
    </message>
    <message>
        <source>its latent attention has biases</source>
        <translation>seine latente Attention hat Biases</translation>
    </message>
    <message>
        <source>its attention has chunks, gates or norms without weights</source>
        <translation>seine Attention hat Abschnitte, Gates oder Normen ohne Gewichte</translation>
    </message>
    <message>
        <source>its queries and keys are normalized across all heads</source>
        <translation>seine Queries und Keys werden über alle Köpfe normiert</translation>
    </message>
    <message>
        <source>its experts have no gate, or have biases with an unclamped gate</source>
        <translation>seine Experten haben kein Gate, oder sie haben Biases und ein unbegrenztes Gate</translation>
    </message>
    <message>
        <source>each of its experts computes every token</source>
        <translation>jeder seiner Experten berechnet jedes Token</translation>
    </message>
    <message>
        <source>its dense blocks use another activation than its experts</source>
        <translation>seine dichten Blöcke haben eine andere Aktivierungsfunktion als seine Experten</translation>
    </message>
    <message>
        <source>the parallel size of a layer</source>
        <translation>der Grad einer Schicht</translation>
    </message>
    <message>
        <source>%1 % of the values are replaced by zero, which may change the loss that training reaches: compare runs with and without compression</source>
        <translation>%1 % der Werte werden durch null ersetzt; das kann den Loss ändern, den das Training erreicht: Vergleichen Sie Läufe mit und ohne Kompression</translation>
    </message>
    <message>
        <source>the number of operations to simulate (%1)</source>
        <translation>die Anzahl der zu simulierenden Operationen (%1)</translation>
    </message>
    <message>
        <source>%1 micro-batches x %2 layers x %3 passes</source>
        <translation>%1 Micro-Batches × %2 Schichten × %3 Durchläufe</translation>
    </message>
    <message>
        <source>%1 micro-batches x %2 stages x %3 passes</source>
        <translation>%1 Micro-Batches × %2 Stufen × %3 Durchläufe</translation>
    </message>
    <message>
        <source>%1 x %2 steps</source>
        <translation>%1 × %2 Schritte</translation>
    </message>
    <message>
        <source>%1; nearest possible: %2 micro-batches</source>
        <translation>%1; nächste Möglichkeit: %2 Micro-Batches</translation>
    </message>
    <message>
        <source>the number of values in a layer&apos;s pass</source>
        <translation>die Anzahl der Werte im Durchlauf einer Schicht</translation>
    </message>
    <message>
        <source>the policy without a host bandwidth{ (--host-bandwidth)}</source>
        <translation>die Strategie ohne die Bandbreite zum Host{ (--host-bandwidth)}</translation>
    </message>
    <message>
        <source>the offload without a host bandwidth{ (--host-bandwidth)}</source>
        <translation>die Auslagerung ohne die Bandbreite zum Host{ (--host-bandwidth)}</translation>
    </message>
    <message>
        <source>attention saves its scores{ (--attention eager)}</source>
        <translation>die Attention ihre Scores speichert{ (--attention eager)}</translation>
    </message>
    <message>
        <source>samples contain an image</source>
        <translation>Samples ein Bild enthalten</translation>
    </message>
    <message>
        <source>layers share keys and values</source>
        <translation>Schichten Keys und Values gemeinsam nutzen</translation>
    </message>
    <message>
        <source>a state passes from token to token</source>
        <translation>ein Zustand von Token zu Token geht</translation>
    </message>
    <message>
        <source>layer &quot;%1&quot; of %2</source>
        <translation>Schicht „%1“ von %2</translation>
    </message>
    <message>
        <source>%1 (dry run), %2</source>
        <translation>%1 (Trockenlauf), %2</translation>
    </message>
    <message>
        <source>%1, %2 threads</source>
        <translation>%1, %2 Threads</translation>
    </message>
    <message>
        <source>devices of the kind %1</source>
        <translation>Geräte der Art %1</translation>
    </message>
    <message>
        <source>the layer table</source>
        <translation>die Schichttabelle</translation>
    </message>
    <message>
        <source>the model to profile</source>
        <translation>das zu profilierende Modell</translation>
    </message>
    <message>
        <source>a config.json, a zoo model or a TorchScript file (a layer table has its own costs)</source>
        <translation>eine config.json, ein Modell aus dem Zoo oder eine TorchScript-Datei (eine Schichttabelle bringt ihre eigenen Kosten mit)</translation>
    </message>
    <message>
        <source>the number of points</source>
        <translation>die Anzahl der Messpunkte</translation>
    </message>
    <message>
        <source>a parallel size</source>
        <translation>ein Grad</translation>
    </message>
    <message>
        <source>the model to run</source>
        <translation>das auszuführende Modell</translation>
    </message>
    <message>
        <source>a config.json, a zoo model or a TorchScript file</source>
        <translation>eine config.json, ein Modell aus dem Zoo oder eine TorchScript-Datei</translation>
    </message>
    <message>
        <source>the pipeline rank</source>
        <translation>der Pipeline-Rang</translation>
    </message>
    <message>
        <source>the stage&apos;s first layer</source>
        <translation>die erste Schicht der Stufe</translation>
    </message>
    <message>
        <source>the layer after the stage&apos;s last one</source>
        <translation>die Schicht nach der letzten der Stufe</translation>
    </message>
    <message>
        <source>the budget</source>
        <translation>das Zeitbudget</translation>
    </message>
    <message>
        <source>the number of values in a sample</source>
        <translation>die Anzahl der Werte eines Samples</translation>
    </message>
    <message>
        <source>the command</source>
        <translation>der Befehl</translation>
    </message>
    <message>
        <source>python SCRIPT ..., python -m MODULE ..., or torchrun, deepspeed or accelerate launch with their options, also after NAME=value or an environment manager (uv run); if another launcher starts the script, give Python and the script directly</source>
        <translation>python SCRIPT ..., python -m MODULE ... oder torchrun, deepspeed oder accelerate launch mit ihren Optionen, auch hinter NAME=Wert oder einer Umgebungsverwaltung (uv run); wenn ein anderer Starter das Skript startet, geben Sie Python und das Skript direkt an</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>the script of %1</source>
        <translation>das Skript von %1</translation>
    </message>
    <message>
        <source>a script or -m MODULE after the options</source>
        <translation>ein Skript oder -m MODULE hinter den Optionen</translation>
    </message>
    <message>
        <source>the number of processes per node, for example 8</source>
        <translation>die Anzahl der Prozesse je Knoten, zum Beispiel 8</translation>
    </message>
    <message>
        <source>the number of nodes, for example 4</source>
        <translation>die Anzahl der Knoten, zum Beispiel 4</translation>
    </message>
    <message>
        <source>the total number of processes of all nodes, equal on each node</source>
        <translation>die Anzahl der Prozesse aller Knoten zusammen, auf jedem gleich viele</translation>
    </message>
    <message>
        <source>its options for starting Python scripts and modules (give the number of nodes and GPUs with %1 and %2)</source>
        <translation>seine Optionen zum Starten von Python-Skripten und -Modulen (Anzahl der Knoten und GPUs mit %1 und %2)</translation>
    </message>
    <message>
        <source>the number of ranks</source>
        <translation>die Anzahl der Ränge</translation>
    </message>
    <message>
        <source>--num_gpus of deepspeed, --num_processes of accelerate launch, or --world (settings that a launcher detects or reads from its own files are not used)</source>
        <translation>--num_gpus von deepspeed, --num_processes von accelerate launch oder --world (Einstellungen, die ein Starter selbst ermittelt oder aus eigenen Dateien liest, werden nicht verwendet)</translation>
    </message>
    <message>
        <source>the number of simulated ranks</source>
        <translation>die Anzahl der simulierten Ränge</translation>
    </message>
    <message>
        <source>a rank of --ranks</source>
        <translation>ein Rang von --ranks</translation>
    </message>
    <message>
        <source>first, last, comma-separated rank numbers, or all</source>
        <translation>first, last, Nummern von Rängen, durch Kommas getrennt, oder all</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>des Speichers</translation>
    </message>
    <message>
        <source>not above 0</source>
        <translation>nicht über 0</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>eine Zahl über 0</translation>
    </message>
    <message>
        <source>Fewest devices: %1 of %2, on %3</source>
        <translation>Wenigste Geräte: %1 von %2 (%3)</translation>
    </message>
    <message>
        <source>Cheapest cluster at a global batch of %2: %1</source>
        <translation>Günstigster Cluster bei einem globalen Batch von %2: %1</translation>
    </message>
    <message>
        <source>Largest global batch: %1</source>
        <translation>Größter globaler Batch: %1</translation>
    </message>
    <message>
        <source>Longest sequence: %1</source>
        <translation>Längste Sequenz: %1</translation>
    </message>
    <message>
        <source>Largest model: %1 (%2 now: %3), %4 billion parameters</source>
        <translation>Größtes Modell: %1 (%2 jetzt: %3), %4 Milliarden Parameter</translation>
    </message>
    <message>
        <source>Largest model: %1, %2 billion parameters</source>
        <translation>Größtes Modell: %1, %2 Milliarden Parameter</translation>
    </message>
    <message>
        <source>$%1 per step, $%2 per million tokens</source>
        <translation>%1 $ je Schritt, %2 $ je Million Tokens</translation>
    </message>
    <message>
        <source>$%1 per step, $%2 per million samples</source>
        <translation>%1 $ je Schritt, %2 $ je Million Samples</translation>
    </message>
    <message>
        <source>Total for %1 at a global batch of %2: %3 and %4 on %5 (between %6 and %7, %8 and %9)</source>
        <translation>Der ganze Lauf, %1 bei einem globalen Batch von %2: %3 und %4 auf %5 (zwischen %6 und %7, %8 und %9)</translation>
    </message>
    <message>
        <source>With %1, no plan fits; the smallest shortfall is %3 on device %2 (%4 bytes)</source>
        <translation>Mit %1 passt kein Plan; der kleinste Fehlbetrag ist %3 auf Gerät %2 (%4 Bytes)</translation>
    </message>
    <message>
        <source>With %1, the search found no plan that fits; the smallest shortfall found is %3 on device %2 (%4 bytes)</source>
        <translation>Mit %1 fand die Suche keinen Plan, der passt; der kleinste gefundene Fehlbetrag ist %3 auf Gerät %2 (%4 Bytes)</translation>
    </message>
    <message>
        <source>No plan uses fewer</source>
        <translation>Kein Plan kommt mit weniger aus</translation>
    </message>
    <message>
        <source>This is the largest value searched (up to %1): memory does not limit it</source>
        <translation>Das ist der größte gesuchte Wert (bis %1): Der Speicher begrenzt ihn nicht</translation>
    </message>
    <message>
        <source>No larger value has a plan</source>
        <translation>Kein größerer Wert hat einen Plan</translation>
    </message>
    <message>
        <source>No larger value has a plan: %1</source>
        <translation>Kein größerer Wert hat einen Plan: %1</translation>
    </message>
    <message>
        <source>Best found: %1</source>
        <translation>Bestes gefundenes Ergebnis: %1</translation>
    </message>
    <message>
        <source>no plan fits; the smallest shortfall is %2 on device %1 (%3 bytes)</source>
        <translation>kein Plan passt; der kleinste Fehlbetrag ist %2 auf Gerät %1 (%3 Bytes)</translation>
    </message>
    <message>
        <source>Fewest nodes for the run within %1 and %2: %3 (%4)</source>
        <translation>Wenigste Knoten für den Lauf innerhalb von %1 und %2: %3 (%4)</translation>
    </message>
    <message>
        <source>Fewest nodes for the run within %1: %2 (%3)</source>
        <translation>Wenigste Knoten für den Lauf innerhalb von %1: %2 (%3)</translation>
    </message>
    <message>
        <source>With %1 the run takes %2</source>
        <translation>Mit %1 dauert der Lauf %2</translation>
    </message>
    <message>
        <source>With %1 the run costs %2</source>
        <translation>Mit %1 kostet der Lauf %2</translation>
    </message>
    <message>
        <source>the search found no number of nodes up to %1 that keeps the run within the limits: the nearest, %2, costs %3 and takes %4</source>
        <translation>die Suche fand bis %1 keine Anzahl von Knoten, mit der der Lauf die Grenzen einhält: Mit der nächsten, %2, kostet er %3 und dauert %4</translation>
    </message>
    <message>
        <source>the search found no number of nodes up to %1 that meets the deadline: the nearest, %2, takes %3</source>
        <translation>die Suche fand bis %1 keine Anzahl von Knoten, mit der der Lauf die Frist einhält: Mit der nächsten, %2, dauert er %3</translation>
    </message>
    <message>
        <source>No price is set: the estimate uses the cheapest on-demand offer (%1), %2 per node and hour</source>
        <translation>Kein Preis gesetzt: Die Schätzung verwendet das günstigste On-Demand-Angebot (%1), %2 je Knoten und Stunde</translation>
    </message>
    <message>
        <source>Cheapest cluster within %3 at a global batch of %2: %1</source>
        <translation>Günstigster Cluster innerhalb von %3 bei einem globalen Batch von %2: %1</translation>
    </message>
    <message>
        <source>Cheapest cluster within %3 and %4 at a global batch of %2: %1</source>
        <translation>Günstigster Cluster innerhalb von %3 und %4 bei einem globalen Batch von %2: %1</translation>
    </message>
    <message>
        <source>the search found no cluster of up to %4 that keeps the run within the limits: the nearest, %1, costs %2 and takes %3</source>
        <translation>die Suche fand keinen Cluster (höchstens %4), mit dem der Lauf die Grenzen einhält: Mit dem nächsten, %1, kostet er %2 und dauert %3</translation>
    </message>
    <message>
        <source>the search found no cluster of up to %3 that meets the deadline: the nearest, %1, takes %2</source>
        <translation>die Suche fand keinen Cluster (höchstens %3), mit dem der Lauf die Frist einhält: Mit dem nächsten, %1, dauert er %2</translation>
    </message>
    <message>
        <source>no plan is possible: %1</source>
        <translation>kein Plan ist möglich: %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 whole nodes</source>
        <translation>
            <numerusform>%1 ganzer Knoten</numerusform>
            <numerusform>%1 ganze Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 samples</source>
        <translation>
            <numerusform>%1 Sample</numerusform>
            <numerusform>%1 Samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tokens</source>
        <translation>
            <numerusform>%1 Token</numerusform>
            <numerusform>%1 Tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pixels of a side</source>
        <translation>
            <numerusform>%1 Pixel einer Seite</numerusform>
            <numerusform>%1 Pixel einer Seite</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 repeated layers</source>
        <translation>
            <numerusform>%1 wiederholte Schicht</numerusform>
            <numerusform>%1 wiederholte Schichten</numerusform>
        </translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>Breite %1</translation>
    </message>
    <message>
        <source>the column &quot;%1&quot; or &quot;%2&quot; is missing in the header line</source>
        <translation>die Spalte „%1“ oder „%2“ fehlt in der Kopfzeile</translation>
    </message>
    <message>
        <source>the column &quot;%1&quot; (&quot;%2&quot;)</source>
        <translation>die Spalte „%1“ („%2“)</translation>
    </message>
    <message>
        <source>%1 is not a JSON object</source>
        <translation>%1 ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>state-space layers</source>
        <translation>State-Space-Schichten</translation>
    </message>
    <message>
        <source>vision encoder</source>
        <translation>Vision-Encoder</translation>
    </message>
    <message>
        <source>latent attention</source>
        <translation>latente Attention</translation>
    </message>
    <message>
        <source>its name (%1) indicates a mixture of experts, but its columns have no experts</source>
        <translation>sein Name (%1) deutet auf Mixture-of-Experts hin, aber seine Spalten haben keine Experten</translation>
    </message>
    <message>
        <source>its name (%1) indicates latent attention and experts, but its columns have neither</source>
        <translation>sein Name (%1) deutet auf latente Attention und Experten hin, aber seine Spalten haben beides nicht</translation>
    </message>
    <message>
        <source>its name (%1) indicates latent attention, which no framework supports</source>
        <translation>sein Name (%1) deutet auf latente Attention hin, die kein Framework unterstützt</translation>
    </message>
    <message>
        <source>its name (%1) indicates state-space layers, which no framework supports</source>
        <translation>sein Name (%1) deutet auf State-Space-Schichten hin, die kein Framework unterstützt</translation>
    </message>
    <message>
        <source>its name (%1) indicates an encoder-decoder, but its columns have one count of layers</source>
        <translation>sein Name (%1) deutet auf einen Encoder-Decoder hin, aber seine Spalten haben nur eine Anzahl von Schichten</translation>
    </message>
    <message>
        <source>its hidden size (%2) is not divisible by its heads (%1)</source>
        <translation>seine Breite (%2) ist nicht durch die Anzahl seiner Köpfe (%1) teilbar</translation>
    </message>
    <message>
        <source>its heads (%2) are not divisible by its key-value heads (%1)</source>
        <translation>die Anzahl seiner Köpfe (%2) ist nicht durch die seiner Key-Value-Köpfe (%1) teilbar</translation>
    </message>
    <message>
        <source>its global batch (%2) is not divisible by its micro-batch size times its data-parallel size (%1)</source>
        <translation>sein globaler Batch (%2) ist nicht durch seine Micro-Batch-Größe mal seinen Datengrad (%1) teilbar</translation>
    </message>
    <message>
        <source>%1 x %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Settings for %1, written by %2.</source>
        <translation>Einstellungen für %1, geschrieben von %2.</translation>
    </message>
    <message>
        <source>Model: %1 (%2), %3 layers, split points %4.</source>
        <translation>Modell: %1 (%2), %3 Schichten, Schnitte %4.</translation>
    </message>
    <message>
        <source>Workload: global batch %1, sequence %2, %3, %4.</source>
        <translation>Workload: globaler Batch %1, Sequenz %2, %3, %4.</translation>
    </message>
    <message>
        <source>Devices: %1 = pipeline %2 x data %3 x context %4 x tensor %5, one process per device.</source>
        <translation>Geräte: %1 = Pipeline %2 x Daten %3 x Kontext %4 x Tensor %5, ein Prozess je Gerät.</translation>
    </message>
    <message>
        <source>Left to you: data, tokenizer, learning rate, length of the training, checkpoints.</source>
        <translation>Ihnen überlassen: Daten, Tokenizer, Lernrate, Dauer des Trainings, Checkpoints.</translation>
    </message>
    <message>
        <source>Left to you: data, tokenizer, learning rate, length of the training, checkpoints, scaled rotary angles.</source>
        <translation>Ihnen überlassen: Daten, Tokenizer, Lernrate, Dauer des Trainings, Checkpoints, skalierte Rotary-Winkel.</translation>
    </message>
    <message>
        <source>Use: torchrun ... pretrain_gpt.py $(grep -v &apos;^#&apos; THIS_FILE) and your own arguments.</source>
        <translation>Aufruf: torchrun ... pretrain_gpt.py $(grep -v &apos;^#&apos; DIESE_DATEI) und Ihre eigenen Argumente.</translation>
    </message>
    <message>
        <source>Not expressed: %1</source>
        <translation>Nicht ausgedrückt: %1</translation>
    </message>
    <message>
        <source>pipeline rank %1</source>
        <translation>Pipeline-Rang %1</translation>
    </message>
    <message>
        <source>pipeline rank %1 (layers %2)</source>
        <translation>Pipeline-Rang %1 (Schichten %2)</translation>
    </message>
    <message>
        <source>allocated bytes</source>
        <translation>belegte Bytes</translation>
    </message>
    <message>
        <source>allocated bytes between operations</source>
        <translation>belegte Bytes zwischen Operationen</translation>
    </message>
    <message>
        <source>%1 of stage %2 on pipeline rank %3</source>
        <translation>%1 der Stufe %2 auf Pipeline-Rang %3</translation>
    </message>
    <message>
        <source>%1 (its first %2)</source>
        <translation>%1 (die ersten %2)</translation>
    </message>
    <message>
        <source>it has more than %1 unclosed brackets</source>
        <translation>es hat mehr als %1 Klammern, die nicht geschlossen sind</translation>
    </message>
    <message>
        <source>a bracketed list or map, or a quoted text, is larger than 4 MiB; write it without brackets, one entry per line, or write the file as JSON</source>
        <translation>eine Liste oder Zuordnung in Klammern oder ein Text in Anführungszeichen hat mehr als 4 MiB; schreiben Sie sie ohne Klammern, einen Eintrag je Zeile, oder die Datei als JSON</translation>
    </message>
    <message>
        <source>the file to import</source>
        <translation>die zu importierende Datei</translation>
    </message>
    <message>
        <source>a workspace other than the current one, or a file that stagecraft-worker wrote</source>
        <translation>ein anderer Arbeitsbereich als der aktuelle oder eine Datei, die stagecraft-worker geschrieben hat</translation>
    </message>
    <message>
        <source>the &quot;size&quot; of an event is missing or not a number</source>
        <translation>die „size“ eines Ereignisses fehlt oder ist keine Zahl</translation>
    </message>
    <message>
        <source>measurement %1</source>
        <translation>Messung %1</translation>
    </message>
    <message>
        <source>probe %1</source>
        <translation>Vermessung %1</translation>
    </message>
    <message>
        <source>description %1</source>
        <translation>Beschreibung %1</translation>
    </message>
    <message>
        <source>memory snapshot %1</source>
        <translation>Speicherabbild %1</translation>
    </message>
    <message>
        <source>its curve is damaged</source>
        <translation>seine Kurve ist beschädigt</translation>
    </message>
    <message>
        <source>the model to keep</source>
        <translation>das Modell, das behalten werden soll</translation>
    </message>
    <message>
        <source>a TorchScript file</source>
        <translation>eine TorchScript-Datei</translation>
    </message>
    <message>
        <source>cannot create a folder</source>
        <translation>es lässt sich kein Ordner anlegen</translation>
    </message>
    <message>
        <source>stagecraft-worker gives no reason</source>
        <translation>stagecraft-worker nennt keinen Grund</translation>
    </message>
    <message>
        <source>the script was killed, probably because the host ran out of memory; let the script build the model on the meta device, or only the part of one rank</source>
        <translation>das Skript wurde abgebrochen, wahrscheinlich weil der Speicher des Hosts erschöpft war; lassen Sie das Skript das Modell auf dem Meta-Gerät anlegen oder nur den Teil eines Rangs</translation>
    </message>
    <message>
        <source>the script was killed by signal %1 (%2)</source>
        <translation>das Skript wurde durch Signal %1 (%2) beendet</translation>
    </message>
    <message>
        <source>the script ended with status %1</source>
        <translation>das Skript endete mit Status %1</translation>
    </message>
    <message>
        <source>%1 and printed nothing</source>
        <translation>%1 und gab nichts aus</translation>
    </message>
    <message>
        <source>%1; its last lines:</source>
        <translation>%1; seine letzten Zeilen:</translation>
    </message>
    <message>
        <source>the script ended abruptly (os._exit, or another program replaced it) before its allocations could be recorded</source>
        <translation>das Skript endete abrupt (os._exit, oder ein anderes Programm hat es ersetzt), bevor seine Belegungen aufgezeichnet werden konnten</translation>
    </message>
    <message>
        <source>the script ended without importing torch, or its Python skips the startup code of the recorder (options -I, -E and -S)</source>
        <translation>das Skript endete, ohne torch zu importieren, oder sein Python überspringt den Startcode der Aufzeichnung (Optionen -I, -E und -S)</translation>
    </message>
    <message>
        <source>%1 cannot be started (%2); use the Python of your training environment{ (--python)}</source>
        <translation>%1 lässt sich nicht starten (%2); verwenden Sie das Python Ihrer Trainingsumgebung{ (--python)}</translation>
    </message>
    <message>
        <source>%1 ended with status %2</source>
        <translation>%1 endete mit Status %2</translation>
    </message>
    <message>
        <source>%1 ended with status %2: %3</source>
        <translation>%1 endete mit Status %2: %3</translation>
    </message>
    <message>
        <source>%1 was killed, probably because the host ran out of memory</source>
        <translation>%1 wurde abgebrochen, wahrscheinlich weil der Speicher des Hosts erschöpft war</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 (%3){; --verbose shows where}</source>
        <translation>%1 wurde durch Signal %2 (%3) beendet{; --verbose zeigt, wo}</translation>
    </message>
    <message>
        <source>expert-parallel size %1</source>
        <translation>Expertengrad %1</translation>
    </message>
    <message>
        <source>with recomputation</source>
        <translation>mit Neuberechnung</translation>
    </message>
    <message>
        <source>behind frozen layers</source>
        <translation>hinter eingefrorenen Schichten</translation>
    </message>
    <message>
        <source>%1 in flight</source>
        <translation>%1 unterwegs</translation>
    </message>
    <message>
        <source>layers %1 to %2 as pipeline rank %3 of %4</source>
        <translation>Schichten %1 bis %2 als Pipeline-Rang %3 von %4</translation>
    </message>
    <message>
        <source>the device&apos;s free memory</source>
        <translation>der freie Speicher des Geräts</translation>
    </message>
    <message>
        <source>the machine&apos;s free memory</source>
        <translation>der freie Speicher des Rechners</translation>
    </message>
    <message>
        <source>the memory limit of the control group</source>
        <translation>die Speichergrenze der Control Group</translation>
    </message>
    <message>
        <source>the data limit, ulimit -d</source>
        <translation>die Grenze für Daten, ulimit -d</translation>
    </message>
    <message>
        <source>the address space limit, ulimit -v</source>
        <translation>die Grenze des Adressraums, ulimit -v</translation>
    </message>
    <message>
        <source>it needs more than the available %1 (limited by %2): %3</source>
        <translation>nötig sind mehr als die verfügbaren %1 (Grenze: %2): %3</translation>
    </message>
    <message>
        <source>parameters, gradients and optimizer state need more than %1, but only %2 are free (%3)</source>
        <translation>Parameter, Gradienten und Optimizer-Zustand brauchen mehr als %1, aber nur %2 sind frei (%3)</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>dieser Rechner</translation>
    </message>
    <message>
        <source>a training step of %1</source>
        <translation>ein Trainingsschritt von %1</translation>
    </message>
    <message>
        <source>a dry run cannot measure this: a real GPU is needed for %1</source>
        <translation>ein Trockenlauf kann das nicht messen: Für %1 braucht es eine echte GPU</translation>
    </message>
    <message>
        <source>libtorch computes all experts in one product only if their width and inner width are multiples of %1 in this precision; they are %2 and %3</source>
        <translation>libtorch berechnet alle Experten nur dann in einem Produkt, wenn ihre Breite und ihre innere Breite in dieser Genauigkeit Vielfache von %1 sind; sie sind %2 und %3</translation>
    </message>
    <message>
        <source>layers share &quot;%1&quot;, but with different shapes</source>
        <translation>Schichten teilen „%1“, aber mit verschiedenen Formen</translation>
    </message>
    <message>
        <source>this activation cannot be computed in place</source>
        <translation>diese Aktivierungsfunktion lässt sich nicht in-place berechnen</translation>
    </message>
    <message>
        <source>built without CUDA</source>
        <translation>ohne CUDA gebaut</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has the number type &quot;%2&quot;, which is not supported</source>
        <translation>„%1“ hat den Zahlentyp „%2“, der nicht unterstützt wird</translation>
    </message>
    <message>
        <source>child &quot;%1&quot; has no parameter &quot;%2&quot; as described</source>
        <translation>das Kind „%1“ hat den beschriebenen Parameter „%2“ nicht</translation>
    </message>
    <message>
        <source>the measuring process was killed by signal %1 (%2)</source>
        <translation>der messende Prozess wurde durch Signal %1 (%2) beendet</translation>
    </message>
    <message>
        <source>the measuring process was killed by signal %1 (%2), probably because the system ran out of memory</source>
        <translation>der messende Prozess wurde durch Signal %1 (%2) beendet, wahrscheinlich weil der Speicher des Systems erschöpft war</translation>
    </message>
    <message>
        <source>the measuring process ended with status %1</source>
        <translation>der messende Prozess endete mit Status %1</translation>
    </message>
    <message>
        <source>the first matrix product</source>
        <translation>das erste Matrixprodukt</translation>
    </message>
    <message>
        <source>%1 matrices of %2</source>
        <translation>%1-Matrizen der Größe %2</translation>
    </message>
    <message>
        <source>clocks</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>memory bandwidth, %1 MiB</source>
        <translation>Speicherbandbreite, %1 MiB</translation>
    </message>
    <message>
        <source>copies to the device, %1 KiB</source>
        <translation>Kopien zum Gerät, %1 KiB</translation>
    </message>
    <message>
        <source>copies from the device, %1 KiB</source>
        <translation>Kopien vom Gerät, %1 KiB</translation>
    </message>
    <message>
        <source>copies both ways, %1 KiB</source>
        <translation>Kopien in beide Richtungen, %1 KiB</translation>
    </message>
    <message>
        <source>copies from device %1 to %2</source>
        <translation>Kopien von Gerät %1 zu %2</translation>
    </message>
    <message>
        <source>all-reduce over %1 devices, %2 MiB</source>
        <translation>All-Reduce über %1 Geräte, %2 MiB</translation>
    </message>
    <message>
        <source>all-reduce over %1 processes, %2 MiB</source>
        <translation>All-Reduce über %1 Prozesse, %2 MiB</translation>
    </message>
    <message>
        <source>messages from process 0 to 1</source>
        <translation>Nachrichten von Prozess 0 zu 1</translation>
    </message>
    <message>
        <source>messages between %1 processes</source>
        <translation>Nachrichten zwischen %1 Prozessen</translation>
    </message>
    <message>
        <source>messages between processes</source>
        <translation>Nachrichten zwischen Prozessen</translation>
    </message>
    <message>
        <source>%1: not enough time for this and larger sizes</source>
        <translation>%1: nicht genug Zeit dafür und für größere</translation>
    </message>
    <message>
        <source>a matrix product has a wrong result</source>
        <translation>ein Matrixprodukt hat ein falsches Ergebnis</translation>
    </message>
    <message>
        <source>the processes did not answer in time</source>
        <translation>die Prozesse haben nicht rechtzeitig geantwortet</translation>
    </message>
    <message>
        <source>mpiexec was killed by signal %1</source>
        <translation>mpiexec wurde durch Signal %1 beendet</translation>
    </message>
    <message>
        <source>mpiexec ended with status %1</source>
        <translation>mpiexec endete mit Status %1</translation>
    </message>
    <message>
        <source>the processes started by %1 sent an invalid answer</source>
        <translation>die von %1 gestarteten Prozesse haben eine ungültige Antwort gesendet</translation>
    </message>
    <message>
        <source>this worker was built without MPI</source>
        <translation>dieser Profiler wurde ohne MPI gebaut</translation>
    </message>
    <message>
        <source>this machine has %1, counted from 0</source>
        <translation>dieser Rechner hat %1, gezählt ab 0</translation>
    </message>
    <message>
        <source>this process has no dry CUDA runtime</source>
        <translation>dieser Prozess hat keine Trockenlauf-Laufzeit für CUDA</translation>
    </message>
    <message>
        <source>a probe needs a real device</source>
        <translation>eine Vermessung braucht ein echtes Gerät</translation>
    </message>
    <message>
        <source>the name of the device type must not contain &apos;;&apos;</source>
        <translation>der Name des Gerätetyps darf kein „;“ enthalten</translation>
    </message>
    <message>
        <source>a machine can have 1 to %1 devices, not %2</source>
        <translation>ein Rechner hat 1 bis %1 Geräte, nicht %2</translation>
    </message>
    <message>
        <source>the dry CUDA runtime is not installed (%1)</source>
        <translation>die Trockenlauf-Laufzeit für CUDA ist nicht installiert (%1)</translation>
    </message>
    <message>
        <source>cannot start a process</source>
        <translation>es lässt sich kein Prozess starten</translation>
    </message>
    <message>
        <source>%1 is not a 64-bit shared library</source>
        <translation>%1 ist keine dynamische 64-Bit-Bibliothek</translation>
    </message>
    <message>
        <source>it is a pickle that torch.save() wrote, such as a state_dict, and contains no code to run; in Python, load it into its torch.nn.Sequential and save that with torch.jit.script(model).save(&quot;model.pt&quot;)</source>
        <translation>sie ist ein Pickle, wie torch.save() es schreibt, etwa ein state_dict, und enthält keinen Code, der laufen könnte; laden Sie sie in Python in das zugehörige torch.nn.Sequential und schreiben Sie dieses mit torch.jit.script(model).save(&quot;model.pt&quot;)</translation>
    </message>
    <message>
        <source>it is truncated, or was not written by torch.jit.script(model).save() (%1)</source>
        <translation>sie ist abgeschnitten oder wurde nicht von torch.jit.script(model).save() geschrieben (%1)</translation>
    </message>
    <message>
        <source>--input of a TorchScript model</source>
        <translation>--input eines TorchScript-Modells</translation>
    </message>
    <message>
        <source>absent</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>it has %1 children; save a torch.nn.Sequential with 1 to %2</source>
        <translation>sie hat %1 Kinder; speichern Sie ein torch.nn.Sequential mit 1 bis %2</translation>
    </message>
    <message>
        <source>it has no trainable parameters (torch.jit.freeze removes them)</source>
        <translation>sie hat keine trainierbaren Parameter (torch.jit.freeze entfernt sie)</translation>
    </message>
    <message>
        <source>%1, child &quot;%2&quot;</source>
        <translation>%1, Kind „%2“</translation>
    </message>
    <message>
        <source>%1; its input was ids from 0 to %2</source>
        <translation>%1; die Eingabe waren IDs von 0 bis %2</translation>
    </message>
    <message>
        <source>child &quot;%1&quot; returns %2, not one tensor</source>
        <translation>das Kind „%1“ gibt %2 zurück, nicht einen einzelnen Tensor</translation>
    </message>
    <message>
        <source>the whole model rejects the sample (%1)</source>
        <translation>das ganze Modell nimmt das Sample nicht an (%1)</translation>
    </message>
    <message>
        <source>its children, run in sequence, do not compute the same result as the whole model; save a torch.nn.Sequential</source>
        <translation>ihre Kinder berechnen, nacheinander ausgeführt, nicht dasselbe wie das ganze Modell; speichern Sie ein torch.nn.Sequential</translation>
    </message>
    <message>
        <source>child &quot;%1&quot; returns %2 for %3 samples; the first dimension must be the samples</source>
        <translation>das Kind „%1“ gibt für %3 Samples %2 zurück; die erste Dimension müssen die Samples sein</translation>
    </message>
    <message>
        <source>child &quot;%1&quot; returns %2, which cannot carry gradients</source>
        <translation>das Kind „%1“ gibt %2 zurück, was keine Gradienten tragen kann</translation>
    </message>
    <message>
        <source>it has no child &quot;%1&quot;</source>
        <translation>sie hat kein Kind „%1“</translation>
    </message>
    <message>
        <source>its description has %1 layers, but the file has %2 children; describe the model again</source>
        <translation>ihre Beschreibung hat %1 Schichten, aber die Datei hat %2 Kinder; beschreiben Sie das Modell erneut</translation>
    </message>
    <message>
        <source>in its description, the input of layer &quot;%1&quot; does not match the output of the previous layer; describe the model again</source>
        <translation>in ihrer Beschreibung passt die Eingabe der Schicht „%1“ nicht zur Ausgabe der vorigen Schicht; beschreiben Sie das Modell erneut</translation>
    </message>
    <message>
        <source>%1, as specified in the file; omit the option</source>
        <translation>%1, wie in der Datei angegeben; lassen Sie die Option weg</translation>
    </message>
    <message>
        <source>%1, and it is not in the folder of the request either (%2)</source>
        <translation>%1, und auch im Ordner der Anfrage liegt sie nicht (%2)</translation>
    </message>
    <message>
        <source>the layer to build</source>
        <translation>die zu bauende Schicht</translation>
    </message>
    <message>
        <source>a number of layers, samples, tokens or micro-batches</source>
        <translation>eine Anzahl von Schichten, Samples, Tokens oder Micro-Batches</translation>
    </message>
    <message>
        <source>a request must be exactly one of profile, probe, describe and verify</source>
        <translation>eine Anfrage muss genau eines von profile, probe, describe und verify sein</translation>
    </message>
    <message>
        <source>the request cannot be passed on: %1</source>
        <translation>die Anfrage lässt sich nicht weitergeben: %1</translation>
    </message>
    <message>
        <source>cannot create a pipe: %1</source>
        <translation>es lässt sich keine Pipe anlegen: %1</translation>
    </message>
    <message>
        <source>a file that is not a workspace and is not named like one</source>
        <translation>eine Datei, die kein Arbeitsbereich ist und nicht wie einer heißt</translation>
    </message>
    <message>
        <source>a file other than the request</source>
        <translation>eine andere Datei als die Anfrage</translation>
    </message>
    <message>
        <source>a new file, or one that a worker wrote</source>
        <translation>eine neue Datei oder eine, die ein Worker geschrieben hat</translation>
    </message>
    <message>
        <source>given with the cluster</source>
        <translation>mit dem Cluster angegeben</translation>
    </message>
    <message>
        <source>given as a what-if</source>
        <translation>als Was-wäre-wenn angegeben</translation>
    </message>
    <message>
        <source>measured on %1</source>
        <translation>gemessen auf %1</translation>
    </message>
    <message>
        <source>%1 was not found; use the Python of your training environment, for example python -m torch.distributed.run ...</source>
        <translation>%1 wurde nicht gefunden; verwenden Sie das Python Ihrer Trainingsumgebung, zum Beispiel python -m torch.distributed.run ...</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>FitCell</name>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message>
        <source>Not measured, so the prediction cannot be compared.</source>
        <translation>Nicht gemessen; die Vorhersage lässt sich nicht vergleichen.</translation>
    </message>
    <message>
        <source>The fit predicts 0 here, so the ratio is undefined.</source>
        <translation>Die Anpassung sagt hier 0 voraus; das Verhältnis ist nicht definiert.</translation>
    </message>
    <message>
        <source>%1 / %2 - 1 = %3</source>
        <translation>%1 / %2 - 1 = %3</translation>
    </message>
    <message>
        <source>No fit: no other point of this layer was measured.</source>
        <translation>Keine Anpassung: Kein anderer Punkt dieser Schicht wurde gemessen.</translation>
    </message>
    <message>
        <source>No fit without this point: all other points of this layer have the same micro-batch size or the same sequence length, so the fit cannot extrapolate to this point.</source>
        <translation>Ohne diesen Punkt keine Anpassung: Alle anderen Punkte dieser Schicht haben dieselbe Micro-Batch-Größe oder dieselbe Sequenzlänge; daraus lässt sich nicht auf diesen Punkt extrapolieren.</translation>
    </message>
</context>
<context>
    <name>FitColumn</name>
    <message>
        <source>Residual</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Forward residual (fraction)</source>
        <translation>Abweichung vorwärts (Anteil)</translation>
    </message>
    <message>
        <source>Forward predicted (s)</source>
        <translation>Vorwärts vorhergesagt (s)</translation>
    </message>
    <message>
        <source>Backward residual (fraction)</source>
        <translation>Abweichung rückwärts (Anteil)</translation>
    </message>
    <message>
        <source>Backward predicted (s)</source>
        <translation>Rückwärts vorhergesagt (s)</translation>
    </message>
    <message>
        <source>Saved residual (fraction)</source>
        <translation>Abweichung gespeichert (Anteil)</translation>
    </message>
    <message>
        <source>Saved predicted (bytes)</source>
        <translation>Gespeichert vorhergesagt (Bytes)</translation>
    </message>
</context>
<context>
    <name>Formulas</name>
    <message>
        <source>%1
Source: %2</source>
        <translation>%1
Quelle: %2</translation>
    </message>
    <message>
        <source>Sizes of the parallel groups: PP pipeline, TP tensor, CP context, DP data, EP expert; VPP: stages per pipeline rank, +SP: sequence parallelism</source>
        <translation>Größen der parallelen Gruppen: PP Pipeline, TP Tensor, CP Kontext, DP Daten, EP Experten; VPP: Stufen je Pipeline-Rang, +SP: Sequenzparallelität</translation>
    </message>
    <message>
        <source>Micro-batch size x number of micro-batches per step; multiplied by the data-parallel size, this is the global batch</source>
        <translation>Micro-Batch-Größe × Anzahl der Micro-Batches je Schritt; multipliziert mit dem Datengrad ergibt das den globalen Batch</translation>
    </message>
    <message>
        <source>Largest number of bytes allocated on any device at one time: the sum of its memory categories at that time</source>
        <translation>Größte Zahl gleichzeitig belegter Bytes auf einem Gerät: die Summe seiner Speicherkategorien zu diesem Zeitpunkt</translation>
    </message>
    <message>
        <source>Memory that the caching allocator reserves for these tensors, from a replay of the stage&apos;s allocations</source>
        <translation>Speicher, den der Allokator für diese Tensoren reserviert, ermittelt durch Nachspielen der Belegungen der Stufe</translation>
    </message>
    <message>
        <source>Reserved memory + workspaces of matrix products + driver context + NCCL buffers</source>
        <translation>Reservierter Speicher + Arbeitspuffer der Matrixprodukte + Kontext des Treibers + NCCL-Puffer</translation>
    </message>
    <message>
        <source>Device memory with each term at its upper bound; the plan fits if this is within the capacity</source>
        <translation>Gerätespeicher mit jedem Summanden an seiner oberen Schranke; der Plan passt, wenn dies innerhalb der Kapazität liegt</translation>
    </message>
    <message>
        <source>Global batch (x sequence length, for tokens) / step time</source>
        <translation>Globaler Batch (× Sequenzlänge, für Tokens) / Schrittzeit</translation>
    </message>
    <message>
        <source>Idle time of all devices / (devices x pipeline time); for p equal stages and m micro-batches: (p - 1) / (m + p - 1)</source>
        <translation>Leerlauf aller Geräte / (Geräte × Zeit der Pipeline); für p gleiche Stufen und m Micro-Batches: (p - 1) / (m + p - 1)</translation>
    </message>
    <message>
        <source>Floating-point operations of the model per step / (step time x devices x peak rate of a device); recomputed operations do not count</source>
        <translation>Gleitkommaoperationen des Modells je Schritt / (Schrittzeit × Geräte × Spitzenleistung eines Geräts); neu berechnete zählen nicht</translation>
    </message>
    <message>
        <source>Step time - step time if all messages arrived instantly</source>
        <translation>Schrittzeit - Schrittzeit, wenn alle Nachrichten sofort ankämen</translation>
    </message>
    <message>
        <source>Price of all nodes with at least one device in use x step time</source>
        <translation>Preis aller Knoten mit mindestens einem benutzten Gerät × Schrittzeit</translation>
    </message>
    <message>
        <source>Basis of memory and time: how they were obtained. A sum has the weakest basis of its parts.</source>
        <translation>Grundlage von Speicher und Zeit: wie sie ermittelt wurden. Eine Summe hat die schwächste Grundlage ihrer Teile.</translation>
    </message>
    <message>
        <source>Parameters and buffers of the layers, in all weight versions that the schedule keeps; sharded by ZeRO-3</source>
        <translation>Parameter und Puffer der Schichten, in allen Versionen der Gewichte, die der Schedule behält; aufgeteilt durch ZeRO-3</translation>
    </message>
    <message>
        <source>Gradients kept until the optimizer step; sharded by ZeRO-2 and ZeRO-3</source>
        <translation>Gradienten, die bis zum Optimizer-Schritt bleiben; aufgeteilt durch ZeRO-2 und ZeRO-3</translation>
    </message>
    <message>
        <source>Optimizer state, including fp32 copies of parameters; sharded by ZeRO-1 to ZeRO-3</source>
        <translation>Optimizer-Zustand einschließlich fp32-Kopien der Parameter; aufgeteilt durch ZeRO-1 bis ZeRO-3</translation>
    </message>
    <message>
        <source>Saved activations of the layers x micro-batches in flight at that time</source>
        <translation>Gespeicherte Aktivierungen der Schichten × Micro-Batches, die zu diesem Zeitpunkt unterwegs sind</translation>
    </message>
    <message>
        <source>Activations and gradients received from or sent to neighboring stages</source>
        <translation>Aktivierungen und Gradienten, die von Nachbarstufen empfangen oder an sie gesendet werden</translation>
    </message>
    <message>
        <source>Gradient buckets and gathered parameters</source>
        <translation>Gradienten-Buckets und gesammelte Parameter</translation>
    </message>
    <message>
        <source>Temporary memory of the running layer: its measured peak beyond the memory that stays allocated</source>
        <translation>Arbeitspuffer der laufenden Schicht: ihre gemessene Spitze über den belegt bleibenden Speicher hinaus</translation>
    </message>
    <message>
        <source>Memory of the framework in addition to the layers&apos; tensors</source>
        <translation>Speicher des Frameworks zusätzlich zu den Tensoren der Schichten</translation>
    </message>
    <message>
        <source>Total cost / tokens (or samples) of the run x 10⁶</source>
        <translation>Gesamtkosten / Tokens (oder Samples) des Laufs × 10⁶</translation>
    </message>
    <message>
        <source>Price of the billed nodes or devices x time to train, including interruptions and, if billed separately, energy</source>
        <translation>Preis der berechneten Knoten oder Geräte × Trainingszeit, einschließlich Unterbrechungen und, wenn gesondert berechnet, Energie</translation>
    </message>
    <message>
        <source>Steps of the run x step time, including checkpoints and work repeated after interruptions</source>
        <translation>Schritte des Laufs × Schrittzeit, einschließlich Checkpoints und nach Unterbrechungen wiederholter Arbeit</translation>
    </message>
    <message>
        <source>Memory that the driver reports for the device - memory reserve</source>
        <translation>Speicher, den der Treiber für das Gerät meldet - frei zu lassender Speicher</translation>
    </message>
    <message>
        <source>Capacity - upper bound of the device memory of the fullest device</source>
        <translation>Kapazität - obere Schranke des Gerätespeichers des vollsten Geräts</translation>
    </message>
    <message>
        <source>Peak memory with all measured, fitted or calibrated values at their lower bounds, and at their upper bounds</source>
        <translation>Spitzenspeicher mit allen gemessenen, angepassten oder kalibrierten Werten an ihren unteren und an ihren oberen Schranken</translation>
    </message>
    <message>
        <source>Time to train with the step time at its lower bound, and at its upper bound</source>
        <translation>Trainingszeit mit der Schrittzeit an ihrer unteren und an ihrer oberen Schranke</translation>
    </message>
    <message>
        <source>Cost with the step time at its lower bound, and at its upper bound; prices have no bounds</source>
        <translation>Kosten mit der Schrittzeit an ihrer unteren und an ihrer oberen Schranke; Preise haben keine Schranken</translation>
    </message>
    <message>
        <source>Tokens (or samples) of the training run, in whole steps</source>
        <translation>Tokens (oder Samples) des Trainingslaufs, in ganzen Schritten</translation>
    </message>
    <message>
        <source>Total cost / steps of the run</source>
        <translation>Gesamtkosten / Schritte des Laufs</translation>
    </message>
    <message>
        <source>Pipeline-parallel x tensor-parallel x context-parallel x data-parallel size</source>
        <translation>Pipeline-Grad × Tensorgrad × Kontextgrad × Datengrad</translation>
    </message>
    <message>
        <source>Samples per optimizer step across all replicas, as set in the problem</source>
        <translation>Samples je Optimizer-Schritt über alle Replikate, wie im Problem eingestellt</translation>
    </message>
    <message>
        <source>Tokens per sample (for images: pixels per side), as set in the problem</source>
        <translation>Tokens je Sample (bei Bildern: Pixel je Seite), wie im Problem eingestellt</translation>
    </message>
    <message>
        <source>Price per node and hour x number of nodes with at least one device in use</source>
        <translation>Preis je Knoten und Stunde × Anzahl der Knoten mit mindestens einem benutzten Gerät</translation>
    </message>
    <message>
        <source>Bandwidth per direction and latency, as assumed for the devices of the cluster</source>
        <translation>Bandbreite je Richtung und Latenz, wie für die Geräte des Clusters angenommen</translation>
    </message>
    <message>
        <source>Value of the what-if parameter; all other settings are those of the problem</source>
        <translation>Wert des veränderten Parameters; alle anderen Einstellungen sind die des Problems</translation>
    </message>
    <message>
        <source>Position of the layer in the chain, starting at 0</source>
        <translation>Position der Schicht in der Kette, ab 0</translation>
    </message>
    <message>
        <source>Number of parameters of the layer; shared parameters count in the first layer that uses them</source>
        <translation>Anzahl der Parameter der Schicht; gemeinsame Parameter zählen in der ersten Schicht, die sie verwendet</translation>
    </message>
    <message>
        <source>Floating-point operations of the layer&apos;s matrix products per sample: 2 x rows x columns x depth of each product</source>
        <translation>Gleitkommaoperationen der Matrixprodukte der Schicht je Sample: je Produkt 2 × Zeilen × Spalten × Tiefe</translation>
    </message>
    <message>
        <source>Size of the layer&apos;s output per sample</source>
        <translation>Größe der Ausgabe der Schicht je Sample</translation>
    </message>
    <message>
        <source>Bytes that the layer saves for its backward pass per sample, measured or computed from its dimensions</source>
        <translation>Bytes, die die Schicht je Sample für ihren Rückwärtslauf speichert, gemessen oder aus ihren Abmessungen berechnet</translation>
    </message>
    <message>
        <source>Micro-batch size of the measurement</source>
        <translation>Micro-Batch-Größe der Messung</translation>
    </message>
    <message>
        <source>Forward time of the layer running alone on the device: median of repeated runs</source>
        <translation>Vorwärtszeit der Schicht allein auf dem Gerät: Median wiederholter Läufe</translation>
    </message>
    <message>
        <source>Backward time of the layer running alone on the device: median of repeated runs</source>
        <translation>Rückwärtszeit der Schicht allein auf dem Gerät: Median wiederholter Läufe</translation>
    </message>
    <message>
        <source>Bytes that stay allocated between the forward and the backward pass, excluding the layer&apos;s output</source>
        <translation>Bytes, die zwischen Vorwärts- und Rückwärtslauf belegt bleiben, ohne die Ausgabe der Schicht</translation>
    </message>
    <message>
        <source>Half the interquartile range / median, for the time that varies most</source>
        <translation>Halber Quartilsabstand / Median, für die am stärksten schwankende Zeit</translation>
    </message>
    <message>
        <source>Forward time on the compared device / forward time on this device</source>
        <translation>Vorwärtszeit auf dem verglichenen Gerät / Vorwärtszeit auf diesem Gerät</translation>
    </message>
    <message>
        <source>Backward time on the compared device / backward time on this device</source>
        <translation>Rückwärtszeit auf dem verglichenen Gerät / Rückwärtszeit auf diesem Gerät</translation>
    </message>
    <message>
        <source>Saved bytes on the compared device - saved bytes on this device</source>
        <translation>Gespeicherte Bytes auf dem verglichenen Gerät - gespeicherte Bytes auf diesem Gerät</translation>
    </message>
    <message>
        <source>Measured points of this layer, out of all points at which any layer was tried</source>
        <translation>Gemessene Punkte dieser Schicht von allen Punkten, an denen eine Schicht versucht wurde</translation>
    </message>
    <message>
        <source>Deviation of the measured peak of a whole stage from the peak predicted from its layers</source>
        <translation>Abweichung der gemessenen Spitze einer ganzen Stufe von der aus ihren Schichten vorhergesagten</translation>
    </message>
    <message>
        <source>Value from the file of measured runs</source>
        <translation>Wert aus der Datei der gemessenen Läufe</translation>
    </message>
    <message>
        <source>Predicted / measured - 1</source>
        <translation>Vorhergesagt / gemessen - 1</translation>
    </message>
    <message>
        <source>Micro-batch size from the file of measured runs</source>
        <translation>Micro-Batch-Größe aus der Datei der gemessenen Läufe</translation>
    </message>
    <message>
        <source>Runs of the group that have both a measured and a predicted value</source>
        <translation>Läufe der Gruppe, die einen gemessenen und einen vorhergesagten Wert haben</translation>
    </message>
    <message>
        <source>Mean of |predicted / measured - 1| over the runs</source>
        <translation>Mittel von |vorhergesagt / gemessen - 1| über die Läufe</translation>
    </message>
    <message>
        <source>Median of |predicted / measured - 1| over the runs</source>
        <translation>Median von |vorhergesagt / gemessen - 1| über die Läufe</translation>
    </message>
    <message>
        <source>90 % quantile of |predicted / measured - 1| over the runs</source>
        <translation>90-%-Quantil von |vorhergesagt / gemessen - 1| über die Läufe</translation>
    </message>
    <message>
        <source>Median of predicted / measured - 1 (signed) over the runs</source>
        <translation>Median von vorhergesagt / gemessen - 1 (mit Vorzeichen) über die Läufe</translation>
    </message>
    <message>
        <source>Spearman&apos;s rank correlation: 1 if the predictions rank all runs in the measured order</source>
        <translation>Spearmans Rangkorrelation: 1, wenn die Vorhersagen alle Läufe in die gemessene Reihenfolge bringen</translation>
    </message>
    <message>
        <source>Share of the runs whose measured value is between the lower and the upper bound</source>
        <translation>Anteil der Läufe, deren gemessener Wert zwischen der unteren und der oberen Schranke liegt</translation>
    </message>
    <message>
        <source>Position of the stage in the pipeline, starting at 0</source>
        <translation>Position der Stufe in der Pipeline, ab 0</translation>
    </message>
    <message>
        <source>First and last layer of the stage</source>
        <translation>Erste und letzte Schicht der Stufe</translation>
    </message>
    <message>
        <source>Tensor-parallel size: number of devices that split each layer of the stage</source>
        <translation>Tensorgrad: Anzahl der Geräte, die sich jede Schicht der Stufe teilen</translation>
    </message>
    <message>
        <source>Data-parallel size: number of replicas of the stage, each with different samples</source>
        <translation>Datengrad: Anzahl der Replikate der Stufe, jedes mit anderen Samples</translation>
    </message>
    <message>
        <source>Bytes of parameters on one device: sum over the stage&apos;s layers</source>
        <translation>Bytes der Parameter auf einem Gerät: Summe über die Schichten der Stufe</translation>
    </message>
    <message>
        <source>Forward and backward time of one micro-batch: sum over the stage&apos;s layers</source>
        <translation>Vorwärts- und Rückwärtszeit eines Micro-Batches: Summe über die Schichten der Stufe</translation>
    </message>
    <message>
        <source>Peak memory of the stage&apos;s fullest device: the sum of its memory categories at that time</source>
        <translation>Spitzenspeicher des vollsten Geräts der Stufe: die Summe seiner Speicherkategorien zu diesem Zeitpunkt</translation>
    </message>
    <message>
        <source>Memory that the driver reports for the stage&apos;s fullest device - memory reserve</source>
        <translation>Speicher, den der Treiber für das vollste Gerät der Stufe meldet - frei zu lassender Speicher</translation>
    </message>
    <message>
        <source>Peak memory / peak memory of the exact search</source>
        <translation>Spitzenspeicher / Spitzenspeicher der exakten Suche</translation>
    </message>
    <message>
        <source>Index of the micro-batch in the step, starting at 0</source>
        <translation>Nummer des Micro-Batches im Schritt, ab 0</translation>
    </message>
    <message>
        <source>Index of the pipeline rank, starting at 0; a pipeline rank can run several stages</source>
        <translation>Nummer des Pipeline-Rangs, ab 0; ein Pipeline-Rang kann mehrere Stufen ausführen</translation>
    </message>
    <message>
        <source>Time since the beginning of the step. An operation starts when its dependencies have finished and its lane is free.</source>
        <translation>Zeit seit Beginn des Schritts. Eine Operation beginnt, wenn ihre Abhängigkeiten beendet sind und ihre Spur frei ist.</translation>
    </message>
    <message>
        <source>Forward and backward passes: sum of the times of their layers. Messages: bytes / bandwidth + latency.</source>
        <translation>Vorwärts- und Rückwärtsläufe: Summe der Zeiten ihrer Schichten. Nachrichten: Bytes / Bandbreite + Latenz.</translation>
    </message>
    <message>
        <source>Start + duration</source>
        <translation>Beginn + Dauer</translation>
    </message>
    <message>
        <source>Prediction of the cost model for this point, fitted to the layer&apos;s other points only (leave-one-out)</source>
        <translation>Vorhersage des Kostenmodells für diesen Punkt, nur an die anderen Punkte der Schicht angepasst (Leave-one-out)</translation>
    </message>
    <message>
        <source>Measured / predicted - 1; the prediction is fitted to the layer&apos;s other points only (leave-one-out)</source>
        <translation>Gemessen / vorhergesagt - 1; die Vorhersage ist nur an die anderen Punkte der Schicht angepasst (Leave-one-out)</translation>
    </message>
    <message>
        <source>Time of one optimizer step, simulated operation by operation</source>
        <translation>Zeit eines Optimizer-Schritts, Operation für Operation simuliert</translation>
    </message>
    <message>
        <source>Step time with the times of all operations at their lower bounds, and at their upper bounds</source>
        <translation>Schrittzeit mit den Zeiten aller Operationen an ihren unteren und an ihren oberen Schranken</translation>
    </message>
    <message>
        <source>Estimate for the plan of the run, with its framework and device type</source>
        <translation>Schätzung für den Plan des Laufs mit seinem Framework und Gerätetyp</translation>
    </message>
</context>
<context>
    <name>Framework</name>
    <message>
        <source>ZeRO-%1</source>
        <translation>ZeRO-%1</translation>
    </message>
    <message>
        <source>CPU offload of the optimizer</source>
        <translation>CPU-Auslagerung des Optimizers</translation>
    </message>
    <message>
        <source>%1 cannot train this problem: %2. Change that setting or choose another framework</source>
        <translation>%1 kann dieses Problem nicht trainieren: %2. Diese Einstellung ändern oder ein anderes Framework wählen</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Recommended</source>
        <translation>Empfohlen</translation>
    </message>
    <message>
        <source>My plan</source>
        <translation>Mein Plan</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>Schnellster</translation>
    </message>
    <message>
        <source>Cheapest</source>
        <translation>Günstigster</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Vergleichsverfahren</translation>
    </message>
    <message>
        <source>Pareto-optimal</source>
        <translation>Pareto-optimal</translation>
    </message>
    <message>
        <source>Alternative</source>
        <translation>Alternative</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
</context>
<context>
    <name>MeasuredSeries</name>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Forward peak</source>
        <translation>Spitze vorwärts</translation>
    </message>
    <message>
        <source>Backward peak</source>
        <translation>Spitze rückwärts</translation>
    </message>
</context>
<context>
    <name>MemoryPart</name>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Stage inputs/outputs</source>
        <translation>Ein-/Ausgaben der Stufen</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Temporary</source>
        <translation>Arbeitspuffer</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
</context>
<context>
    <name>MemoryRow</name>
    <message>
        <source>Device %1</source>
        <translation>Gerät %1</translation>
    </message>
    <message>
        <source>Stage %1 × %2</source>
        <translation>Stufe %1 × %2</translation>
    </message>
    <message>
        <source>Node %1 × %2</source>
        <translation>Knoten %1 × %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Devices %1–%2 (%3)</source>
        <translation>Geräte %1–%2 (%3)</translation>
    </message>
    <message>
        <source>Devices %1–%2 (%3 × %4)</source>
        <translation>Geräte %1–%2 (%3 × %4)</translation>
    </message>
</context>
<context>
    <name>Money</name>
    <message>
        <source>%1 (bounds %2 to %3)</source>
        <translation>%1 (Schranken %2 bis %3)</translation>
    </message>
    <message>
        <source>Run length</source>
        <translation>Länge des Laufs</translation>
    </message>
    <message numerus="yes">
        <source>%1 tokens in %2 steps</source>
        <translation>
            <numerusform>%1 Tokens in %2 Schritt</numerusform>
            <numerusform>%1 Tokens in %2 Schritten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 samples in %2 steps</source>
        <translation>
            <numerusform>%1 Samples in %2 Schritt</numerusform>
            <numerusform>%1 Samples in %2 Schritten</numerusform>
        </translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>Trainingszeit</translation>
    </message>
    <message>
        <source>Interruptions</source>
        <translation>Unterbrechungen</translation>
    </message>
    <message>
        <source>%1, by interruptions</source>
        <translation>%1, durch Unterbrechungen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes</source>
        <translation>
            <numerusform>%Ln Knoten</numerusform>
            <numerusform>%Ln Knoten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 devices in %2</source>
        <translation>
            <numerusform>%1 Gerät in %2</numerusform>
            <numerusform>%1 Geräte in %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Billed</source>
        <translation>Abgerechnet</translation>
    </message>
    <message>
        <source>%1, %2/h in total</source>
        <translation>%1, zusammen %2/h</translation>
    </message>
    <message>
        <source>Total cost</source>
        <translation>Gesamtkosten</translation>
    </message>
    <message>
        <source>Cost per 10⁶ tokens</source>
        <translation>Kosten je 10⁶ Tokens</translation>
    </message>
    <message>
        <source>Cost per 10⁶ samples</source>
        <translation>Kosten je 10⁶ Samples</translation>
    </message>
    <message>
        <source>Sources of prices</source>
        <translation>Quellen der Preise</translation>
    </message>
    <message>
        <source>Not included</source>
        <translation>Nicht enthalten</translation>
    </message>
    <message>
        <source>On-demand</source>
        <translation>On-Demand</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>Spot</translation>
    </message>
    <message>
        <source>Owned</source>
        <translation>Gekauft</translation>
    </message>
    <message>
        <source>Whole nodes</source>
        <translation>Ganze Knoten</translation>
    </message>
    <message>
        <source>Devices in use</source>
        <translation>Benutzte Geräte</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>%1 years</source>
        <translation>%1 Jahre</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>years</source>
        <translation>Jahre</translation>
    </message>
    <message>
        <source>date unknown, check the price</source>
        <translation>Datum unbekannt, Preis prüfen</translation>
    </message>
    <message>
        <source>dated in the future</source>
        <translation>Datum in der Zukunft</translation>
    </message>
    <message>
        <source>from today</source>
        <translation>von heute</translation>
    </message>
    <message numerus="yes">
        <source>%Ln days old</source>
        <translation>
            <numerusform>%Ln Tag alt</numerusform>
            <numerusform>%Ln Tage alt</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, check the price</source>
        <translation>%1, Preis prüfen</translation>
    </message>
    <message>
        <source>No price</source>
        <translation>Kein Preis</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/h</translation>
    </message>
    <message>
        <source>Custom · %1</source>
        <translation>Benutzerdefiniert · %1</translation>
    </message>
    <message>
        <source>Set a price to see costs.</source>
        <translation>Preis angeben, um Kosten zu sehen.</translation>
    </message>
    <message>
        <source>%1, set with the cluster; overrides the price of %2.</source>
        <translation>%1, mit dem Cluster gesetzt; ersetzt den Preis von %2.</translation>
    </message>
    <message>
        <source>%1, set with the cluster.</source>
        <translation>%1, mit dem Cluster gesetzt.</translation>
    </message>
    <message numerus="yes">
        <source>purchase price %1, service life %2 years; </source>
        <translation>
            <numerusform>Kaufpreis %1, Nutzungsdauer %2 Jahr; </numerusform>
            <numerusform>Kaufpreis %1, Nutzungsdauer %2 Jahre; </numerusform>
        </translation>
    </message>
    <message>
        <source>Training run</source>
        <translation>Trainingslauf</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>Ein Schritt</translation>
    </message>
    <message>
        <source>%1 per node-hour</source>
        <translation>%1 je Knoten und Stunde</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Bytes</translation>
    </message>
    <message>
        <source>$%1</source>
        <translation>%1 $</translation>
    </message>
</context>
<context>
    <name>Partitioners</name>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>No plan: %1</source>
        <translation>Kein Plan: %1</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>Peak memory: %1</source>
        <translation>Spitzenspeicher: %1</translation>
    </message>
    <message>
        <source>Step time: at least %1</source>
        <translation>Schrittzeit: mindestens %1</translation>
    </message>
    <message>
        <source>Step time: %1</source>
        <translation>Schrittzeit: %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 on %Ln devices, split points %2</source>
        <translation>
            <numerusform>%1 auf %Ln Gerät, Schnitte %2</numerusform>
            <numerusform>%1 auf %Ln Geräten, Schnitte %2</numerusform>
        </translation>
    </message>
    <message>
        <source>No comparison.</source>
        <translation>Kein Vergleich.</translation>
    </message>
    <message>
        <source>Stagecraft: peak %1.</source>
        <translation>Stagecraft: Spitze %1.</translation>
    </message>
    <message>
        <source>Best other partitioner: %1 (%2 that peak).</source>
        <translation>Bester anderer Partitionierer: %1 (%2 diese Spitze).</translation>
    </message>
    <message>
        <source>Best with data or tensor parallelism: %1 (%2).</source>
        <translation>Bester mit Daten- oder Tensor-Parallelität: %1 (%2).</translation>
    </message>
</context>
<context>
    <name>PeakWords</name>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Allocated (tensors): %1</source>
        <translation>Belegt (Tensoren): %1</translation>
    </message>
    <message>
        <source>Reserved by the allocator: %1</source>
        <translation>Vom Allokator reserviert: %1</translation>
    </message>
    <message>
        <source>Device memory, including libraries and driver context: %1</source>
        <translation>Gerätespeicher, mit Bibliotheken und Kontext des Treibers: %1</translation>
    </message>
    <message>
        <source>Upper bound of device memory: %1</source>
        <translation>Obere Schranke des Gerätespeichers: %1</translation>
    </message>
    <message>
        <source>upper bound %1 of capacity</source>
        <translation>obere Schranke %1 der Kapazität</translation>
    </message>
    <message>
        <source>upper bound %1 exceeds %2</source>
        <translation>obere Schranke %1 übersteigt %2</translation>
    </message>
    <message>
        <source>upper bound %1, %2 over capacity</source>
        <translation>obere Schranke %1, %2 zu viel</translation>
    </message>
    <message>
        <source>Allocated bounds</source>
        <translation>Schranken, belegt</translation>
    </message>
    <message>
        <source>%1: %2 to %3</source>
        <translation>%1: %2 bis %3</translation>
    </message>
    <message>
        <source>upper bound exceeds %1 by %2</source>
        <translation>obere Schranke übersteigt %1 um %2</translation>
    </message>
</context>
<context>
    <name>Picks</name>
    <message>
        <source>%1 for the run</source>
        <translation>%1 für den Lauf</translation>
    </message>
    <message>
        <source>%1 per step</source>
        <translation>%1 je Schritt</translation>
    </message>
    <message>
        <source>no price set</source>
        <translation>kein Preis angegeben</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 Samples/s</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>same as %1</source>
        <translation>wie %1</translation>
    </message>
    <message>
        <source>%1, recommended: %2</source>
        <translation>%1, empfohlen: %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Select this plan: %1, %2</source>
        <translation>Diesen Plan wählen: %1, %2</translation>
    </message>
    <message>
        <source>Least memory</source>
        <translation>Wenigster Speicher</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>Schnellster</translation>
    </message>
    <message>
        <source>Cheapest</source>
        <translation>Günstigster</translation>
    </message>
    <message>
        <source>Optimize for least memory</source>
        <translation>Auf wenig Speicher optimieren</translation>
    </message>
    <message>
        <source>Optimize for speed</source>
        <translation>Auf Geschwindigkeit optimieren</translation>
    </message>
    <message>
        <source>Optimize for cost</source>
        <translation>Auf Kosten optimieren</translation>
    </message>
    <message>
        <source>%1× the shortest step time</source>
        <translation>%1× die kürzeste Schrittzeit</translation>
    </message>
    <message>
        <source>shortest step time</source>
        <translation>kürzeste Schrittzeit</translation>
    </message>
    <message>
        <source>step time +%1</source>
        <translation>Schrittzeit +%1</translation>
    </message>
    <message>
        <source>Set a price for every node to see the cheapest plan</source>
        <translation>Für jeden Knoten einen Preis angeben, um den günstigsten Plan zu sehen</translation>
    </message>
    <message>
        <source>Optimize for a balance of memory and speed</source>
        <translation>Auf ein Gleichgewicht von Speicher und Geschwindigkeit optimieren</translation>
    </message>
    <message>
        <source>%1, %2 of the fullest device</source>
        <translation>%1, %2 des vollsten Geräts</translation>
    </message>
</context>
<context>
    <name>PlanChange</name>
    <message>
        <source>%1 more peak memory</source>
        <translation>%1 mehr Spitzenspeicher</translation>
    </message>
    <message>
        <source>%1 less peak memory</source>
        <translation>%1 weniger Spitzenspeicher</translation>
    </message>
    <message>
        <source>about the same peak memory</source>
        <translation>etwa gleicher Spitzenspeicher</translation>
    </message>
    <message>
        <source>%1 longer step time</source>
        <translation>%1 längere Schrittzeit</translation>
    </message>
    <message>
        <source>%1 shorter step time</source>
        <translation>%1 kürzere Schrittzeit</translation>
    </message>
    <message>
        <source>about the same step time</source>
        <translation>etwa gleiche Schrittzeit</translation>
    </message>
    <message>
        <source>%1 higher peak share of the fullest device</source>
        <translation>%1 höherer Spitzenanteil des vollsten Geräts</translation>
    </message>
    <message>
        <source>%1 lower peak share of the fullest device</source>
        <translation>%1 niedrigerer Spitzenanteil des vollsten Geräts</translation>
    </message>
    <message>
        <source>about the same peak share of the fullest device</source>
        <translation>etwa gleicher Spitzenanteil des vollsten Geräts</translation>
    </message>
</context>
<context>
    <name>PlanDetails</name>
    <message>
        <source>%1 (bounds %2 to %3)</source>
        <translation>%1 (Schranken %2 bis %3)</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>Datengrad</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensorgrad</translation>
    </message>
    <message>
        <source>%1, sequence parallel</source>
        <translation>%1, sequenzparallel</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>Kontextgrad</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>Expertengrad</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>Micro-Batches</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>CPU offload</source>
        <translation>CPU-Auslagerung</translation>
    </message>
    <message>
        <source>Memory of the fullest device</source>
        <translation>Speicher des vollsten Geräts</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>Gerätespeicher</translation>
    </message>
    <message>
        <source>Upper bound</source>
        <translation>Obere Schranke</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>Host-Speicher</translation>
    </message>
    <message>
        <source>Time and cost</source>
        <translation>Zeit und Kosten</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 Samples/s</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>Pipeline-Bubble</translation>
    </message>
    <message>
        <source>Exposed comm.</source>
        <translation>Sichtbare Komm.</translation>
    </message>
    <message>
        <source>Cost per step</source>
        <translation>Kosten je Schritt</translation>
    </message>
    <message>
        <source>Basis</source>
        <translation>Grundlage</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Extrapolated beyond the measured range.</source>
        <translation>Über den gemessenen Bereich hinaus extrapoliert.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>CPU offload: %1</source>
        <translation>CPU-Auslagerung: %1</translation>
    </message>
    <message>
        <source>Highest peak of all devices</source>
        <translation>Höchste Spitze aller Geräte</translation>
    </message>
</context>
<context>
    <name>PlanGroups</name>
    <message>
        <source>My plans</source>
        <translation>Meine Pläne</translation>
    </message>
    <message>
        <source>Varies by stage</source>
        <translation>Je Stufe verschieden</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Partitioner</source>
        <translation>Partitionierer</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>Pipeline-parallel size</source>
        <translation>Pipeline-Grad</translation>
    </message>
    <message>
        <source>Tensor-parallel size</source>
        <translation>Tensorgrad</translation>
    </message>
    <message>
        <source>Data-parallel size</source>
        <translation>Datengrad</translation>
    </message>
    <message numerus="yes">
        <source>%Ln others</source>
        <translation>
            <numerusform>%Ln andere</numerusform>
            <numerusform>%Ln andere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanRole</name>
    <message>
        <source>Recommended</source>
        <translation>Empfohlen</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>Schnellster</translation>
    </message>
    <message>
        <source>Cheapest</source>
        <translation>Günstigster</translation>
    </message>
    <message>
        <source>Pareto-optimal</source>
        <translation>Pareto-optimal</translation>
    </message>
    <message>
        <source>Alternative</source>
        <translation>Alternative</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>Stage %1: layer %2</source>
        <translation>Stufe %1: Schicht %2</translation>
    </message>
    <message>
        <source>Stage %1: layers %2–%3</source>
        <translation>Stufe %1: Schichten %2–%3</translation>
    </message>
    <message>
        <source>Layers per stage: %1</source>
        <translation>Schichten je Stufe: %1</translation>
    </message>
    <message>
        <source>%1 (%2 stages)</source>
        <translation>%1 (%2 Stufen)</translation>
    </message>
</context>
<context>
    <name>PlanScale</name>
    <message>
        <source>$ per 10⁶ tokens</source>
        <translation>$ je 10⁶ Tokens</translation>
    </message>
    <message>
        <source>$ per 10⁶ samples</source>
        <translation>$ je 10⁶ Samples</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>Samples/s</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>Trainingszeit</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>ProblemName</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>%1; objective: %2</source>
        <translation>%1; Ziel: %2</translation>
    </message>
    <message>
        <source>%1; plan: %2 (%3); objective: %4</source>
        <translation>%1; Plan: %2 (%3); Ziel: %4</translation>
    </message>
</context>
<context>
    <name>ProblemPane</name>
    <message>
        <source>%1 × %2 with %3 each</source>
        <translation>%1 × %2 mit je %3</translation>
    </message>
    <message>
        <source>%1 nodes: %2</source>
        <translation>%1 Knoten: %2</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>CPUs</translation>
    </message>
    <message numerus="yes">
        <source>%1 parameters · %Ln layers</source>
        <translation>
            <numerusform>%1 Parameter · %Ln Schicht</numerusform>
            <numerusform>%1 Parameter · %Ln Schichten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QTableView</name>
    <message>
        <source>First %1 of %2 rows</source>
        <translation>Erste %1 von %2 Zeilen</translation>
    </message>
</context>
<context>
    <name>Remedies</name>
    <message>
        <source>Sequence parallelism</source>
        <translation>Sequenzparallelität</translation>
    </message>
    <message>
        <source>Selective recomputation</source>
        <translation>Selektive Neuberechnung</translation>
    </message>
    <message>
        <source>Full recomputation</source>
        <translation>Volle Neuberechnung</translation>
    </message>
    <message>
        <source>ZeRO-%1</source>
        <translation>ZeRO-%1</translation>
    </message>
    <message>
        <source>Micro-batch size %1</source>
        <translation>Micro-Batch-Größe %1</translation>
    </message>
    <message>
        <source>%1 micro-batches</source>
        <translation>%1 Micro-Batches</translation>
    </message>
    <message>
        <source>CPU offload of the optimizer</source>
        <translation>CPU-Auslagerung des Optimizers</translation>
    </message>
    <message>
        <source>Framework %1</source>
        <translation>Framework %1</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 Samples/s</translation>
    </message>
    <message>
        <source>upper bound %1</source>
        <translation>obere Schranke %1</translation>
    </message>
    <message>
        <source>Tensor-parallel size %1, across nodes</source>
        <translation>Tensorgrad %1, über Knoten hinweg</translation>
    </message>
    <message>
        <source>Generic PyTorch instead of a framework</source>
        <translation>Generisches PyTorch statt eines Frameworks</translation>
    </message>
    <message>
        <source>Context-parallel size %1</source>
        <translation>Kontextgrad %1</translation>
    </message>
    <message>
        <source>Use %1 nodes</source>
        <translation>%1 Knoten verwenden</translation>
    </message>
    <message>
        <source>on %1 nodes</source>
        <translation>auf %1 Knoten</translation>
    </message>
    <message>
        <source>%1 faster than the first</source>
        <translation>%1 schneller als die erste</translation>
    </message>
    <message>
        <source>%1 slower than the first</source>
        <translation>%1 langsamer als die erste</translation>
    </message>
    <message>
        <source>Fused attention (SDPA)</source>
        <translation>Verschmolzene Attention (SDPA)</translation>
    </message>
    <message>
        <source>a step takes %1× as long as with the first</source>
        <translation>ein Schritt dauert %1-mal so lange wie mit der ersten</translation>
    </message>
</context>
<context>
    <name>SaveName</name>
    <message>
        <source>The name &quot;%1&quot; ends in .%2. Choose a name that ends in %3.</source>
        <translation>Der Name „%1“ endet auf .%2. Einen Namen wählen, der auf %3 endet.</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
</context>
<context>
    <name>Sizing</name>
    <message>
        <source>Fewest devices</source>
        <translation>Wenigste Geräte</translation>
    </message>
    <message>
        <source>Cheapest cluster</source>
        <translation>Günstigster Cluster</translation>
    </message>
    <message>
        <source>Largest global batch</source>
        <translation>Größter globaler Batch</translation>
    </message>
    <message>
        <source>Longest sequence</source>
        <translation>Längste Sequenz</translation>
    </message>
    <message>
        <source>Largest model, by depth</source>
        <translation>Größtes Modell, nach Tiefe</translation>
    </message>
    <message>
        <source>Largest model, by width</source>
        <translation>Größtes Modell, nach Breite</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 Samples/s</translation>
    </message>
    <message>
        <source>per million tokens</source>
        <translation>je Million Tokens</translation>
    </message>
    <message>
        <source>per million samples</source>
        <translation>je Million Samples</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>Speicher je Gerät</translation>
    </message>
    <message>
        <source>Intra-node bandwidth</source>
        <translation>Bandbreite im Knoten</translation>
    </message>
    <message>
        <source>Network bandwidth</source>
        <translation>Netzwerk-Bandbreite</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Globaler Batch</translation>
    </message>
    <message>
        <source>Image size</source>
        <translation>Bildgröße</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Model depth</source>
        <translation>Modelltiefe</translation>
    </message>
    <message>
        <source>Model width</source>
        <translation>Modellbreite</translation>
    </message>
    <message>
        <source>Number of nodes in the cluster</source>
        <translation>Anzahl der Knoten des Clusters</translation>
    </message>
    <message>
        <source>Number of devices in each node</source>
        <translation>Anzahl der Geräte je Knoten</translation>
    </message>
    <message>
        <source>Memory that the driver reports for each device</source>
        <translation>Speicher, den der Treiber für jedes Gerät meldet</translation>
    </message>
    <message>
        <source>Bandwidth per direction between two devices of the same node</source>
        <translation>Bandbreite je Richtung zwischen zwei Geräten desselben Knotens</translation>
    </message>
    <message>
        <source>Bandwidth per direction between devices of different nodes</source>
        <translation>Bandbreite je Richtung zwischen Geräten verschiedener Knoten</translation>
    </message>
    <message>
        <source>Price per device and hour; 0 means unknown. Whole nodes are billed.</source>
        <translation>Preis je Gerät und Stunde; 0 bedeutet unbekannt. Ganze Knoten werden berechnet.</translation>
    </message>
    <message>
        <source>Samples per optimizer step, across all devices</source>
        <translation>Samples je Optimizer-Schritt, über alle Geräte</translation>
    </message>
    <message>
        <source>Pixels per side of an image</source>
        <translation>Pixel je Seite eines Bildes</translation>
    </message>
    <message>
        <source>Tokens per sample</source>
        <translation>Tokens je Sample</translation>
    </message>
    <message>
        <source>Number of repeated layers in the model</source>
        <translation>Anzahl der wiederholten Schichten des Modells</translation>
    </message>
    <message>
        <source>Hidden size (features between layers); the size of attention heads does not change</source>
        <translation>Breite zwischen den Schichten (Hidden Size); die Größe der Attention-Köpfe ändert sich nicht</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2, %3 × %Ln samples: peak %4, %5</source>
        <translation>
            <numerusform>%1, %2, %3 × %Ln Sample: Spitze %4, %5</numerusform>
            <numerusform>%1, %2, %3 × %Ln Samples: Spitze %4, %5</numerusform>
        </translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>Samples/s</translation>
    </message>
    <message>
        <source>Between %1 and %2</source>
        <translation>Zwischen %1 und %2</translation>
    </message>
    <message>
        <source>Devices per node</source>
        <translation>Geräte je Knoten</translation>
    </message>
    <message>
        <source>Price per device</source>
        <translation>Preis je Gerät</translation>
    </message>
    <message>
        <source>Fewest nodes for the run</source>
        <translation>Wenigste Knoten für den Lauf</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>layers %1</source>
        <translation>Schichten %1</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>Time in %1</source>
        <translation>Zeit in %1</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>Neu berechnen</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Input gradient</source>
        <translation>Eingabegradient</translation>
    </message>
    <message>
        <source>Weight gradient</source>
        <translation>Gewichtsgradient</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>Optimizer-Schritt</translation>
    </message>
    <message>
        <source>Send activation</source>
        <translation>Aktivierung senden</translation>
    </message>
    <message>
        <source>Send gradient</source>
        <translation>Gradient senden</translation>
    </message>
    <message>
        <source>Gradient reduction</source>
        <translation>Reduktion der Gradienten</translation>
    </message>
    <message>
        <source>Tied-weight exchange</source>
        <translation>Austausch gemeinsamer Gewichte</translation>
    </message>
    <message>
        <source>Copy to host</source>
        <translation>Kopie zum Host</translation>
    </message>
    <message>
        <source>Copy from host</source>
        <translation>Kopie vom Host</translation>
    </message>
    <message>
        <source>TP collectives</source>
        <translation>TP-Kollektive</translation>
    </message>
    <message>
        <source>Parameter gather</source>
        <translation>Sammeln der Parameter</translation>
    </message>
    <message>
        <source>Gradient scatter</source>
        <translation>Verteilen der Gradienten</translation>
    </message>
    <message>
        <source>Parameter fetch</source>
        <translation>Holen der Parameter</translation>
    </message>
    <message>
        <source>Gradients to host</source>
        <translation>Gradienten zum Host</translation>
    </message>
    <message>
        <source>Optimizer step (CPU)</source>
        <translation>Optimizer-Schritt (CPU)</translation>
    </message>
    <message>
        <source>Parameters from host</source>
        <translation>Parameter vom Host</translation>
    </message>
    <message>
        <source>Parameter exchange</source>
        <translation>Austausch der Parameter</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Send to next stage</source>
        <translation>Zur nächsten Stufe senden</translation>
    </message>
    <message>
        <source>Send to previous stage</source>
        <translation>Zur vorigen Stufe senden</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>Kollektive</translation>
    </message>
    <message>
        <source>To the host</source>
        <translation>Zum Host</translation>
    </message>
    <message>
        <source>From the host</source>
        <translation>Vom Host</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>Maximum during the operation: %1</source>
        <translation>Höchstwert während der Operation: %1</translation>
    </message>
    <message>
        <source>Between operations: %1</source>
        <translation>Zwischen Operationen: %1</translation>
    </message>
    <message>
        <source>Peak: %1</source>
        <translation>Spitze: %1</translation>
    </message>
    <message>
        <source>Reached %1</source>
        <translation>Erreicht %1</translation>
    </message>
    <message>
        <source>Capacity: %1</source>
        <translation>Kapazität: %1</translation>
    </message>
    <message>
        <source>Pipeline rank %1</source>
        <translation>Pipeline-Rang %1</translation>
    </message>
    <message>
        <source>%1, layers %2</source>
        <translation>%1, Schichten %2</translation>
    </message>
    <message numerus="yes">
        <source>, %n identical devices</source>
        <translation>
            <numerusform>, %n Gerät</numerusform>
            <numerusform>, %n gleiche Geräte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, micro-batch %2</source>
        <translation>%1, Micro-Batch %2</translation>
    </message>
    <message>
        <source>%1, stage %2 on pipeline rank %3: %4, from %5 to %6.</source>
        <translation>%1, Stufe %2 auf Pipeline-Rang %3: %4, von %5 bis %6.</translation>
    </message>
    <message>
        <source>It did not wait for another operation.</source>
        <translation>Sie wartete auf keine andere Operation.</translation>
    </message>
    <message>
        <source>It waited for: %1, stage %2 on pipeline rank %3, until %4.</source>
        <translation>Sie wartete auf: %1, Stufe %2 auf Pipeline-Rang %3, bis %4.</translation>
    </message>
    <message>
        <source>Highest peak on pipeline rank %1: %2 at %3.</source>
        <translation>Höchste Spitze auf Pipeline-Rang %1: %2 bei %3.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>The critical path of the %1 simulated steps has %Ln operations.</source>
        <translation>
            <numerusform>Der kritische Pfad der %1 simulierten Schritte hat %Ln Operation.</numerusform>
            <numerusform>Der kritische Pfad der %1 simulierten Schritte hat %Ln Operationen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The critical path has %Ln operations.</source>
        <translation>
            <numerusform>Der kritische Pfad hat %Ln Operation.</numerusform>
            <numerusform>Der kritische Pfad hat %Ln Operationen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 Shares of the step time: %2.</source>
        <translation>%1 Anteile an der Schrittzeit: %2.</translation>
    </message>
    <message>
        <source>%1: idle at %2</source>
        <translation>%1: Leerlauf bei %2</translation>
    </message>
    <message>
        <source>Stage %1, %2</source>
        <translation>Stufe %1, %2</translation>
    </message>
    <message>
        <source>Duration: %1</source>
        <translation>Dauer: %1</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>Von %1 bis %2</translation>
    </message>
    <message>
        <source>Waited for: %1 on pipeline rank %2</source>
        <translation>Wartete auf: %1 auf Pipeline-Rang %2</translation>
    </message>
    <message>
        <source>On the critical path</source>
        <translation>Auf dem kritischen Pfad</translation>
    </message>
    <message numerus="yes">
        <source>Step time %1 on %Ln pipeline ranks; %2 idle.</source>
        <translation>
            <numerusform>Schrittzeit %1 auf %Ln Pipeline-Rang; %2 Leerlauf.</numerusform>
            <numerusform>Schrittzeit %1 auf %Ln Pipeline-Rängen; %2 Leerlauf.</numerusform>
        </translation>
    </message>
    <message>
        <source>Ruler: %1, from %2 to %3 of the step.</source>
        <translation>Lineal: %1, von %2 bis %3 des Schritts.</translation>
    </message>
</context>
<context>
    <name>Trace</name>
    <message>
        <source>Pipeline rank %1 (devices %2 to %3)</source>
        <translation>Pipeline-Rang %1 (Geräte %2 bis %3)</translation>
    </message>
    <message>
        <source>Pipeline rank %1 (device %2)</source>
        <translation>Pipeline-Rang %1 (Gerät %2)</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Temporary</source>
        <translation>Vorübergehend</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Allocated when a module is built, loaded or moved to the device</source>
        <translation>Belegt, wenn ein Modul gebaut, geladen oder auf das Gerät gebracht wird</translation>
    </message>
    <message>
        <source>Allocated in the backward pass and kept until the optimizer step</source>
        <translation>Im Rückwärtslauf belegt und bis zum Optimizer-Schritt behalten</translation>
    </message>
    <message>
        <source>Allocated by the optimizer and kept after its step</source>
        <translation>Vom Optimizer belegt und nach seinem Schritt behalten</translation>
    </message>
    <message>
        <source>Allocated in the forward pass and kept for the backward pass</source>
        <translation>Im Vorwärtslauf belegt und für den Rückwärtslauf behalten</translation>
    </message>
    <message>
        <source>Allocated by collectives and messages between pipeline ranks</source>
        <translation>Von kollektiven Operationen und Nachrichten zwischen Pipeline-Rängen belegt</translation>
    </message>
    <message>
        <source>Freed in the pass that allocated it, or kept by a library as workspace</source>
        <translation>Im selben Durchlauf wieder freigegeben oder von einer Bibliothek als Arbeitspuffer behalten</translation>
    </message>
    <message>
        <source>Allocated before the recording or by code outside a training step</source>
        <translation>Vor der Aufzeichnung oder von Code außerhalb eines Trainingsschritts belegt</translation>
    </message>
    <message>
        <source>No stack trace</source>
        <translation>Kein Aufrufstapel</translation>
    </message>
    <message>
        <source>The snapshot has no stack trace for this memory: it was allocated before the recording or on a thread without Python.</source>
        <translation>Das Speicherabbild hat keinen Aufrufstapel zu diesem Speicher: Er wurde vor der Aufzeichnung belegt oder auf einem Thread ohne Python.</translation>
    </message>
    <message>
        <source>%1, device %2</source>
        <translation>%1, Gerät %2</translation>
    </message>
    <message>
        <source>Measured peak: %1 allocated, %2 reserved (%3).</source>
        <translation>Gemessene Spitze: %1 belegt, %2 reserviert (%3).</translation>
    </message>
    <message>
        <source>%1 Predicted: %2, %3.</source>
        <translation>%1 Vorhergesagt: %2, %3.</translation>
    </message>
    <message>
        <source>%1 Predicted: %2, including library workspaces of %3; %4.</source>
        <translation>%1 Vorhergesagt: %2, davon Arbeitspuffer der Bibliotheken %3; %4.</translation>
    </message>
    <message>
        <source>Dry-run peak: %1 allocated, %2 reserved (%3).</source>
        <translation>Spitze des Trockenlaufs: %1 belegt, %2 reserviert (%3).</translation>
    </message>
</context>
<context>
    <name>WindowDialogs</name>
    <message>
        <source>Cannot save under this name</source>
        <translation>Unter diesem Namen kann nicht gespeichert werden</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Best plan found: peak %1; %2.</source>
        <translation>Bester gefundener Plan: Spitze %1; %2.</translation>
    </message>
    <message>
        <source>Lowest peak: %1 (proven optimal).</source>
        <translation>Niedrigste Spitze: %1 (bewiesen optimal).</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>skaliert</translation>
    </message>
    <message>
        <source>given</source>
        <translation>vorgegeben</translation>
    </message>
    <message>
        <source>calibrated</source>
        <translation>kalibriert</translation>
    </message>
    <message>
        <source>analytic</source>
        <translation>analytisch</translation>
    </message>
    <message>
        <source>Computed from layers measured at exactly this micro-batch size.</source>
        <translation>Berechnet aus Schichten, die bei genau dieser Micro-Batch-Größe gemessen wurden.</translation>
    </message>
    <message>
        <source>Interpolated, extrapolated or transferred from layers measured at other micro-batch sizes or on another device type.</source>
        <translation>Interpoliert, extrapoliert oder übertragen aus Schichten, die bei anderen Micro-Batch-Größen oder auf einem anderen Gerätetyp gemessen wurden.</translation>
    </message>
    <message>
        <source>Costs from the layer table.</source>
        <translation>Kosten aus der Schichttabelle.</translation>
    </message>
    <message>
        <source>Corrected with measured runs of the training framework.</source>
        <translation>Korrigiert mit gemessenen Läufen des Trainings-Frameworks.</translation>
    </message>
    <message>
        <source>Computed from the dimensions of the layers.</source>
        <translation>Berechnet aus den Abmessungen der Schichten.</translation>
    </message>
    <message>
        <source>Share of capacity</source>
        <translation>Anteil der Kapazität</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Least peak memory</source>
        <translation>Geringster Spitzenspeicher</translation>
    </message>
    <message>
        <source>Fastest that fits</source>
        <translation>Schnellster, der passt</translation>
    </message>
    <message>
        <source>Cheapest that fits</source>
        <translation>Günstigster, der passt</translation>
    </message>
    <message>
        <source>Sequential</source>
        <translation>Sequenziell</translation>
    </message>
    <message>
        <source>Interleaved</source>
        <translation>Interleaved</translation>
    </message>
    <message>
        <source>Interleaved (rounds)</source>
        <translation>Interleaved (Runden)</translation>
    </message>
    <message>
        <source>PipeDream (vertical sync)</source>
        <translation>PipeDream (vertikale Synchronisation)</translation>
    </message>
    <message>
        <source>No recomputation</source>
        <translation>Keine Neuberechnung</translation>
    </message>
    <message>
        <source>Full recomputation</source>
        <translation>Volle Neuberechnung</translation>
    </message>
    <message>
        <source>Selective recomputation</source>
        <translation>Selektive Neuberechnung</translation>
    </message>
    <message>
        <source>Offload activations to CPU</source>
        <translation>Aktivierungen auf die CPU auslagern</translation>
    </message>
    <message>
        <source>Compress activations</source>
        <translation>Aktivierungen komprimieren</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>ZeRO-1: optimizer</source>
        <translation>ZeRO-1: Optimizer</translation>
    </message>
    <message>
        <source>ZeRO-2: optimizer + gradients</source>
        <translation>ZeRO-2: Optimizer + Gradienten</translation>
    </message>
    <message>
        <source>ZeRO-3: all model states</source>
        <translation>ZeRO-3: alle Modellzustände</translation>
    </message>
    <message>
        <source>Accumulate in place</source>
        <translation>An Ort und Stelle akkumulieren</translation>
    </message>
    <message>
        <source>DDP, bucket views</source>
        <translation>DDP, Bucket-Views</translation>
    </message>
    <message>
        <source>fp32 buffers</source>
        <translation>fp32-Puffer</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>Optimizer, pipelined</source>
        <translation>Optimizer, in Pipeline</translation>
    </message>
    <message>
        <source>Optimizer and parameters</source>
        <translation>Optimizer und Parameter</translation>
    </message>
    <message>
        <source>Ring attention</source>
        <translation>Ring-Attention</translation>
    </message>
    <message>
        <source>Ulysses</source>
        <translation>Ulysses</translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation>SGD mit Momentum</translation>
    </message>
    <message>
        <source>bf16 autocast</source>
        <translation>bf16-Autocast</translation>
    </message>
    <message>
        <source>bf16, fp32 master</source>
        <translation>bf16, fp32-Master</translation>
    </message>
    <message>
        <source>fp16, fp32 master</source>
        <translation>fp16, fp32-Master</translation>
    </message>
    <message>
        <source>All tensors in 32-bit floating point.</source>
        <translation>Alle Tensoren in 32-Bit-Gleitkomma.</translation>
    </message>
    <message>
        <source>Parameters in fp32, matrix products in bf16 (torch.autocast).</source>
        <translation>Parameter in fp32, Matrixprodukte in bf16 (torch.autocast).</translation>
    </message>
    <message>
        <source>All tensors in bf16; the optimizer keeps fp32 master copies of the parameters.</source>
        <translation>Alle Tensoren in bf16; der Optimizer behält fp32-Kopien der Parameter.</translation>
    </message>
    <message>
        <source>All tensors in fp16 with loss scaling; the optimizer keeps fp32 master copies of the parameters.</source>
        <translation>Alle Tensoren in fp16 mit skaliertem Loss; der Optimizer behält fp32-Kopien der Parameter.</translation>
    </message>
    <message>
        <source>All parameters</source>
        <translation>Alle Parameter</translation>
    </message>
    <message>
        <source>LoRA adapters</source>
        <translation>LoRA-Adapter</translation>
    </message>
    <message>
        <source>By pattern</source>
        <translation>Nach Muster</translation>
    </message>
    <message>
        <source>LoRA rank %1</source>
        <translation>LoRA-Rang %1</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>trainable: %1</source>
        <translation>trainierbar: %1</translation>
    </message>
    <message>
        <source>Fused (SDPA)</source>
        <translation>Verschmolzen (SDPA)</translation>
    </message>
    <message>
        <source>Eager</source>
        <translation>Eager</translation>
    </message>
    <message>
        <source>As configured</source>
        <translation>Wie konfiguriert</translation>
    </message>
    <message>
        <source>TP%1</source>
        <translation>TP%1</translation>
    </message>
    <message>
        <source>EP%1</source>
        <translation>EP%1</translation>
    </message>
    <message>
        <source>sequence parallel</source>
        <translation>sequenzparallel</translation>
    </message>
    <message>
        <source>with recomputation</source>
        <translation>mit Neuberechnung</translation>
    </message>
    <message>
        <source>after frozen layers</source>
        <translation>nach eingefrorenen Schichten</translation>
    </message>
    <message>
        <source>%1 micro-batches in flight</source>
        <translation>%1 Micro-Batches unterwegs</translation>
    </message>
    <message>
        <source>in the forward pass</source>
        <translation>im Vorwärtslauf</translation>
    </message>
    <message>
        <source>in the backward pass</source>
        <translation>im Rückwärtslauf</translation>
    </message>
    <message>
        <source>in the optimizer step</source>
        <translation>im Optimizer-Schritt</translation>
    </message>
    <message>
        <source>Building</source>
        <translation>Aufbauen</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>No plan is possible: %1.</source>
        <translation>Kein Plan ist möglich: %1.</translation>
    </message>
    <message>
        <source>The search was canceled before it finished.</source>
        <translation>Die Suche wurde vor ihrem Ende abgebrochen.</translation>
    </message>
    <message>
        <source>The search found no plan.</source>
        <translation>Die Suche hat keinen Plan gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>%1 configurations searched.</source>
        <translation>
            <numerusform>%1 Konfiguration durchsucht.</numerusform>
            <numerusform>%1 Konfigurationen durchsucht.</numerusform>
        </translation>
    </message>
    <message>
        <source>No measured layers: predictions are analytic and their bounds are wide.</source>
        <translation>Keine gemessenen Schichten: Vorhersagen sind analytisch und ihre Schranken weit.</translation>
    </message>
    <message numerus="yes">
        <source>%1 configurations in %2</source>
        <translation>
            <numerusform>%1 Konfiguration in %2</numerusform>
            <numerusform>%1 Konfigurationen in %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 layers are transferred from measurements on %2.</source>
        <translation>
            <numerusform>%n von %1 Schichten ist von Messungen auf %2 übertragen.</numerusform>
            <numerusform>%n von %1 Schichten sind von Messungen auf %2 übertragen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 layers are not measured (analytic prediction).</source>
        <translation>
            <numerusform>%n von %1 Schichten ist nicht gemessen (analytische Vorhersage).</numerusform>
            <numerusform>%n von %1 Schichten sind nicht gemessen (analytische Vorhersage).</numerusform>
        </translation>
    </message>
    <message>
        <source>No plan that fits is faster (proven).</source>
        <translation>Kein Plan, der passt, ist schneller (bewiesen).</translation>
    </message>
    <message>
        <source>Fastest plan found; no plan that fits can take less than %1 of its step time.</source>
        <translation>Schnellster gefundener Plan; kein Plan, der passt, kann weniger als %1 seiner Schrittzeit brauchen.</translation>
    </message>
    <message>
        <source>Fastest plan found; the lower bound of the step time is unknown.</source>
        <translation>Schnellster gefundener Plan; die untere Schranke der Schrittzeit ist unbekannt.</translation>
    </message>
    <message>
        <source>Step time %1 above the fastest plan that fits.</source>
        <translation>Schrittzeit %1 über der des schnellsten Plans, der passt.</translation>
    </message>
    <message>
        <source>Step time %1 above the fastest plan found that fits.</source>
        <translation>Schrittzeit %1 über der des schnellsten gefundenen Plans, der passt.</translation>
    </message>
    <message>
        <source>Step time %1 above the fastest plan that fits, with %2 less memory.</source>
        <translation>Schrittzeit %1 über der des schnellsten Plans, der passt, mit %2 weniger Speicher.</translation>
    </message>
    <message>
        <source>Step time %1 above the fastest plan found that fits, with %2 less memory.</source>
        <translation>Schrittzeit %1 über der des schnellsten gefundenen Plans, der passt, mit %2 weniger Speicher.</translation>
    </message>
    <message>
        <source>No plan that fits is cheaper (proven).</source>
        <translation>Kein Plan, der passt, ist günstiger (bewiesen).</translation>
    </message>
    <message>
        <source>Cheapest plan found; no plan that fits can cost less than %1 of its cost per step.</source>
        <translation>Günstigster gefundener Plan; kein Plan, der passt, kann weniger als %1 seiner Kosten je Schritt kosten.</translation>
    </message>
    <message>
        <source>Cheapest plan found; the lower bound of the cost is unknown.</source>
        <translation>Günstigster gefundener Plan; die untere Schranke der Kosten ist unbekannt.</translation>
    </message>
    <message>
        <source>A step costs %1 (%2) more than with the cheapest plan that fits.</source>
        <translation>Ein Schritt kostet %1 (%2) mehr als mit dem günstigsten Plan, der passt.</translation>
    </message>
    <message>
        <source>A step costs %1 (%2) more than with the cheapest plan found that fits.</source>
        <translation>Ein Schritt kostet %1 (%2) mehr als mit dem günstigsten gefundenen Plan, der passt.</translation>
    </message>
    <message>
        <source>Peak: %1.</source>
        <translation>Spitze: %1.</translation>
    </message>
    <message>
        <source>Lowest peak within the allowed slowdown: %1 (proven optimal).</source>
        <translation>Niedrigste Spitze innerhalb der erlaubten Verlangsamung: %1 (bewiesen optimal).</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>Trockenlauf</translation>
    </message>
    <message>
        <source>Computed from a dry run of the layers: libtorch allocates their memory on a simulated device, which computes nothing.</source>
        <translation>Berechnet aus einem Trockenlauf der Schichten: libtorch belegt ihren Speicher auf einem simulierten Gerät, das nichts berechnet.</translation>
    </message>
    <message>
        <source>TP %1</source>
        <translation>TP %1</translation>
    </message>
    <message>
        <source>CP %1</source>
        <translation>CP %1</translation>
    </message>
    <message>
        <source>EP %1</source>
        <translation>EP %1</translation>
    </message>
    <message>
        <source>micro-batch sizes %1</source>
        <translation>Micro-Batch-Größen %1</translation>
    </message>
    <message>
        <source>VPP %1</source>
        <translation>VPP %1</translation>
    </message>
    <message>
        <source>schedules %1</source>
        <translation>Schedules %1</translation>
    </message>
    <message>
        <source>Values searched: %1.</source>
        <translation>Durchsuchte Werte: %1.</translation>
    </message>
    <message>
        <source>measured (tables)</source>
        <translation>gemessen (Tabellen)</translation>
    </message>
    <message>
        <source>Times of matrix products and attention from published measurements of this GPU type, which ship with Stagecraft; all other times are computed.</source>
        <translation>Zeiten von Matrixprodukten und Attention aus mitgelieferten veröffentlichten Messungen dieses GPU-Typs; alle anderen Zeiten sind berechnet.</translation>
    </message>
    <message>
        <source>%1 configurations skipped (unsupported).</source>
        <translation>%1 Konfigurationen übersprungen (nicht unterstützt).</translation>
    </message>
    <message>
        <source>Combined 1F1B</source>
        <translation>Kombiniertes 1F1B</translation>
    </message>
    <message>
        <source>activations: %1</source>
        <translation>Aktivierungen: %1</translation>
    </message>
    <message>
        <source>CPU offload: %1</source>
        <translation>CPU-Auslagerung: %1</translation>
    </message>
    <message>
        <source>Lowest peak: %1 of the fullest device (proven optimal).</source>
        <translation>Niedrigste Spitze: %1 des vollsten Geräts (bewiesen optimal).</translation>
    </message>
    <message>
        <source>No plan fits. Smallest shortfall: %1 on device %2.</source>
        <translation>Kein Plan passt. Es fehlen mindestens %1 auf Gerät %2.</translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 layers are extrapolated beyond the measured sizes.</source>
        <translation>
            <numerusform>%n von %1 Schichten ist über die gemessenen Größen hinaus extrapoliert.</numerusform>
            <numerusform>%n von %1 Schichten sind über die gemessenen Größen hinaus extrapoliert.</numerusform>
        </translation>
    </message>
    <message>
        <source>A step takes %1× as long as with the fastest plan that fits.</source>
        <translation>Ein Schritt dauert %1-mal so lange wie mit dem schnellsten Plan, der passt.</translation>
    </message>
    <message>
        <source>A step takes %1× as long as with the fastest plan found that fits.</source>
        <translation>Ein Schritt dauert %1-mal so lange wie mit dem schnellsten gefundenen Plan, der passt.</translation>
    </message>
    <message>
        <source>A step takes %1× as long as with the fastest plan that fits, with %2 less memory.</source>
        <translation>Ein Schritt dauert %1-mal so lange wie mit dem schnellsten Plan, der passt, mit %2 weniger Speicher.</translation>
    </message>
    <message>
        <source>A step takes %1× as long as with the fastest plan found that fits, with %2 less memory.</source>
        <translation>Ein Schritt dauert %1-mal so lange wie mit dem schnellsten gefundenen Plan, der passt, mit %2 weniger Speicher.</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Explores plans for training a model on a cluster.</source>
        <translation>Erkundet Pläne, um ein Modell auf einem Cluster zu trainieren.</translation>
    </message>
    <message>
        <source>Language for this session: %1.</source>
        <translation>Sprache für diese Sitzung: %1.</translation>
    </message>
    <message>
        <source>User-defined device types are not loaded</source>
        <translation>Benutzerdefinierte Gerätetypen sind nicht geladen</translation>
    </message>
    <message>
        <source>%1.
Repair or move the file, then restart Stagecraft.</source>
        <translation>%1.
Datei reparieren oder verschieben und Stagecraft neu starten.</translation>
    </message>
    <message>
        <source>User-defined offers are not loaded</source>
        <translation>Benutzerdefinierte Angebote sind nicht geladen</translation>
    </message>
    <message>
        <source>Workspace (*.stagecraft), config.json, layer table or plan to open.</source>
        <translation>Zu öffnender Arbeitsbereich (*.stagecraft), config.json, Schichttabelle oder Plan.</translation>
    </message>
</context>
<context>
    <name>stagecraft::AgreementChart</name>
    <message>
        <source>million tokens/s</source>
        <translation>Millionen Tokens/s</translation>
    </message>
    <message>
        <source>thousand tokens/s</source>
        <translation>Tausend Tokens/s</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Predicted vs. measured values</source>
        <translation>Vorhergesagte und gemessene Werte</translation>
    </message>
    <message>
        <source>No runs to compare.</source>
        <translation>Keine Läufe zum Vergleichen.</translation>
    </message>
    <message>
        <source>Measured %1</source>
        <translation>Gemessen %1</translation>
    </message>
    <message>
        <source>Predicted %1</source>
        <translation>Vorhergesagt %1</translation>
    </message>
    <message>
        <source>Error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>Bands: ±10 % and ±25 %</source>
        <translation>Bänder: ±10 % und ±25 %</translation>
    </message>
    <message>
        <source>Predicted, %1</source>
        <translation>Vorhergesagt, %1</translation>
    </message>
    <message>
        <source>Measured, %1</source>
        <translation>Gemessen, %1</translation>
    </message>
    <message numerus="yes">
        <source>Predicted vs. measured values of %Ln runs: mean error %1, median error %2.</source>
        <translation>
            <numerusform>Vorhergesagter und gemessener Wert von %Ln Lauf: mittlerer Fehler %1, Median %2.</numerusform>
            <numerusform>Vorhergesagte und gemessene Werte von %Ln Läufen: mittlerer Fehler %1, Median %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln others</source>
        <translation>
            <numerusform>%Ln anderer</numerusform>
            <numerusform>%Ln andere</numerusform>
        </translation>
    </message>
    <message>
        <source>Predicted vs. measured, %1</source>
        <translation>Vorhergesagt gegen gemessen, %1</translation>
    </message>
</context>
<context>
    <name>stagecraft::BillingRows</name>
    <message>
        <source>Billing unit</source>
        <translation>Abrechnung</translation>
    </message>
    <message>
        <source>Providers bill whole nodes. &quot;%1&quot; charges the used share of each node.</source>
        <translation>Anbieter berechnen ganze Knoten. „%1“ berechnet den genutzten Anteil jedes Knotens.</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>Checkpoint alle</translation>
    </message>
    <message>
        <source>Training time between two checkpoints. It affects the cost only if nodes can be interrupted.</source>
        <translation>Trainingszeit zwischen zwei Checkpoints. Sie wirkt sich nur auf die Kosten aus, wenn Knoten unterbrochen werden können.</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>Checkpoint time</source>
        <translation>Checkpoint-Dauer</translation>
    </message>
    <message>
        <source>Time that training pauses to write a checkpoint</source>
        <translation>Unterbrechung des Trainings zum Schreiben eines Checkpoints</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>Restart time</source>
        <translation>Neustart-Dauer</translation>
    </message>
    <message>
        <source>Time until replacement nodes are available and the checkpoint is loaded</source>
        <translation>Zeit, bis Ersatzknoten verfügbar sind und der Checkpoint geladen ist</translation>
    </message>
    <message>
        <source>Interruption rate</source>
        <translation>Unterbrechungen</translation>
    </message>
    <message>
        <source>Interruptions per node and hour of spot nodes and of nodes without an offer</source>
        <translation>Unterbrechungen je Knoten und Stunde, bei Spot-Knoten und Knoten ohne Angebot</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Power draw of a node, if energy is billed in addition to the node price</source>
        <translation>Leistungsaufnahme eines Knotens, wenn Energie zusätzlich zum Preis des Knotens berechnet wird</translation>
    </message>
    <message>
        <source>kW</source>
        <translation>kW</translation>
    </message>
    <message>
        <source>Energy price</source>
        <translation>Energiepreis</translation>
    </message>
    <message>
        <source>Price per kilowatt-hour</source>
        <translation>Preis je Kilowattstunde</translation>
    </message>
    <message>
        <source>$/kWh</source>
        <translation>$/kWh</translation>
    </message>
    <message>
        <source>Provider default</source>
        <translation>Wie angeboten</translation>
    </message>
    <message>
        <source>Set both power and energy price. Until then, the provider defaults apply.</source>
        <translation>Leistung und Energiepreis beide angeben. Bis dahin gelten die Werte der Angebote.</translation>
    </message>
    <message>
        <source>checkpoint every %1</source>
        <translation>Checkpoint alle %1</translation>
    </message>
    <message>
        <source>%1 kW at %2/kWh</source>
        <translation>%1 kW zu %2/kWh</translation>
    </message>
    <message>
        <source>per node-hour</source>
        <translation>je Knoten und Stunde</translation>
    </message>
    <message>
        <source>%1 interruptions per node-hour</source>
        <translation>%1 Unterbrechungen je Knoten und Stunde</translation>
    </message>
</context>
<context>
    <name>stagecraft::BreakdownDialog</name>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet…</translation>
    </message>
    <message>
        <source>How was this computed? %1 · %2</source>
        <translation>Wie wurde das berechnet? %1 · %2</translation>
    </message>
    <message>
        <source>Figures of the plan and their terms</source>
        <translation>Zahlen des Plans und ihre Summanden</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Formula and source</source>
        <translation>Formel und Quelle</translation>
    </message>
    <message>
        <source>&amp;Copy table</source>
        <translation>Tabelle &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy all figures and their terms as CSV</source>
        <translation>Alle Zahlen mit ihren Summanden als CSV kopieren</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>Summand</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
</context>
<context>
    <name>stagecraft::CalibrateDialog</name>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Calibrate</source>
        <translation>&amp;Kalibrieren</translation>
    </message>
    <message>
        <source>Calibrate a device type</source>
        <translation>Gerätetyp kalibrieren</translation>
    </message>
    <message>
        <source>Calibration fits kernel times, bandwidths, latency and workspace size of a device type to the runs of %1. The result is saved as a user-defined device type.</source>
        <translation>Die Kalibrierung passt Kernel-Zeiten, Bandbreiten, Latenz und Arbeitspuffer eines Gerätetyps an die Läufe von %1 an. Das Ergebnis wird als benutzerdefinierter Gerätetyp gespeichert.</translation>
    </message>
    <message>
        <source>H100-our-cluster</source>
        <translation>H100-unser-Cluster</translation>
    </message>
    <message>
        <source>The framework that trained the runs</source>
        <translation>Das Framework, das die Läufe trainiert hat</translation>
    </message>
    <message>
        <source>Most common device type of the runs</source>
        <translation>Häufigster Gerätetyp der Läufe</translation>
    </message>
    <message>
        <source>The device type to calibrate</source>
        <translation>Der zu kalibrierende Gerätetyp</translation>
    </message>
    <message>
        <source>&amp;Framework</source>
        <translation>&amp;Framework</translation>
    </message>
    <message>
        <source>&amp;Base type</source>
        <translation>&amp;Ausgangstyp</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid device type name. Use only letters, digits and - _ + . and do not start with a device count such as 8x.</source>
        <translation>„%1“ ist kein gültiger Name für einen Gerätetyp. Nur Buchstaben, Ziffern und - _ + . verwenden und nicht mit einer Geräteanzahl wie 8x beginnen.</translation>
    </message>
    <message>
        <source>A user-defined device type %1 already exists. Calibration replaces it.</source>
        <translation>Es gibt schon einen benutzerdefinierten Gerätetyp %1. Die Kalibrierung ersetzt ihn.</translation>
    </message>
    <message>
        <source>The catalog contains a device type %1. Your calibrated type overrides it.</source>
        <translation>Der Katalog enthält einen Gerätetyp %1. Der kalibrierte Typ hat Vorrang.</translation>
    </message>
</context>
<context>
    <name>stagecraft::CalibrationRunner</name>
    <message>
        <source>Calibrate %1</source>
        <translation>%1 kalibrieren</translation>
    </message>
    <message>
        <source>Fitting</source>
        <translation>Anpassen</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message numerus="yes">
        <source>%1 error %2 before, %3 cross-validated (%Ln runs)</source>
        <translation>
            <numerusform>%1: Fehler vorher %2, kreuzvalidiert %3 (%Ln Lauf)</numerusform>
            <numerusform>%1: Fehler vorher %2, kreuzvalidiert %3 (%Ln Läufe)</numerusform>
        </translation>
    </message>
    <message>
        <source>step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Calibrated %1 and saved it as a user-defined device type: %2. Restart Stagecraft to use it in clusters.</source>
        <translation>%1 ist kalibriert und als benutzerdefinierter Gerätetyp gespeichert: %2. Für die Verwendung in Clustern Stagecraft neu starten.</translation>
    </message>
</context>
<context>
    <name>stagecraft::CandidateModel</name>
    <message>
        <source>memory %1, time %2</source>
        <translation>Speicher %1, Zeit %2</translation>
    </message>
    <message>
        <source>%1
Between %2 and %3</source>
        <translation>%1
Zwischen %2 und %3</translation>
    </message>
    <message>
        <source>%1 tokens/s
%2 samples/s</source>
        <translation>%1 Tokens/s
%2 Samples/s</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 Samples/s</translation>
    </message>
    <message>
        <source>
%1 of the devices&apos; peak rate (MFU)</source>
        <translation>
%1 der Spitzenleistung der Geräte (MFU)</translation>
    </message>
    <message>
        <source>Devices are idle for %1 % of the step time</source>
        <translation>Geräte stehen %1 % der Schrittzeit still</translation>
    </message>
    <message>
        <source>$%1 per step</source>
        <translation>%1 $ je Schritt</translation>
    </message>
    <message>
        <source>Memory: %1. %2
Time: %3. %4</source>
        <translation>Speicher: %1. %2
Zeit: %3. %4</translation>
    </message>
    <message>
        <source>
* extrapolated beyond the measured range</source>
        <translation>
* über den gemessenen Bereich hinaus extrapoliert</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>Parallelität</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>Micro-batch size</source>
        <translation>Micro-Batch-Größe</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>CPU offload</source>
        <translation>CPU-Auslagerung</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1 (Bytes)</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>Samples/s</translation>
    </message>
    <message>
        <source>Step time (s)</source>
        <translation>Schrittzeit (s)</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Bubble (fraction)</source>
        <translation>Bubble (Anteil)</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Bubble</translation>
    </message>
    <message>
        <source>Cost per step ($)</source>
        <translation>Kosten je Schritt ($)</translation>
    </message>
    <message>
        <source>Cost per step</source>
        <translation>Kosten je Schritt</translation>
    </message>
    <message>
        <source>Basis</source>
        <translation>Grundlage</translation>
    </message>
    <message numerus="yes">
        <source>%n pipeline stages</source>
        <translation>
            <numerusform>%n Pipeline-Stufe</numerusform>
            <numerusform>%n Pipeline-Stufen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tensor-parallel size %n with sequence parallelism (+SP)</source>
        <translation>
            <numerusform>Tensorgrad %n mit Sequenzparallelität (+SP)</numerusform>
            <numerusform>Tensorgrad %n mit Sequenzparallelität (+SP)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tensor-parallel size %n</source>
        <translation>
            <numerusform>Tensorgrad %n</numerusform>
            <numerusform>Tensorgrad %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>context-parallel size %n</source>
        <translation>
            <numerusform>Kontextgrad %n</numerusform>
            <numerusform>Kontextgrad %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>data-parallel size %Ln</source>
        <translation>
            <numerusform>Datengrad %Ln</numerusform>
            <numerusform>Datengrad %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>expert-parallel size %n</source>
        <translation>
            <numerusform>Expertengrad %n</numerusform>
            <numerusform>Expertengrad %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln devices</source>
        <translation>
            <numerusform>%1: %Ln Gerät</numerusform>
            <numerusform>%1: %Ln Geräte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pipeline stages with different parallelism: %Ln devices</source>
        <translation>
            <numerusform>%1 Pipeline-Stufen mit unterschiedlicher Parallelität: %Ln Gerät</numerusform>
            <numerusform>%1 Pipeline-Stufen mit unterschiedlicher Parallelität: %Ln Geräte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Micro-batch size %Ln, %1</source>
        <translation>
            <numerusform>Micro-Batch-Größe %Ln, %1</numerusform>
            <numerusform>Micro-Batch-Größe %Ln, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln micro-batches per step</source>
        <translation>
            <numerusform>%Ln Micro-Batch je Schritt</numerusform>
            <numerusform>%Ln Micro-Batches je Schritt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 for %2 steps
Between %3 and %4</source>
        <translation>
            <numerusform>%1 für %2 Schritt
Zwischen %3 und %4</numerusform>
            <numerusform>%1 für %2 Schritte
Zwischen %3 und %4</numerusform>
        </translation>
    </message>
    <message>
        <source>No price is set for a node that the plan uses</source>
        <translation>Für einen Knoten, den der Plan benutzt, ist kein Preis gesetzt</translation>
    </message>
    <message>
        <source>$%1</source>
        <translation>%1 $</translation>
    </message>
    <message>
        <source>Between %1 and %2</source>
        <translation>Zwischen %1 und %2</translation>
    </message>
    <message>
        <source>Cost per 10^6 tokens ($)</source>
        <translation>Kosten je 10^6 Tokens ($)</translation>
    </message>
    <message>
        <source>Cost per 10⁶ tokens</source>
        <translation>Kosten je 10⁶ Tokens</translation>
    </message>
    <message>
        <source>Cost per 10^6 samples ($)</source>
        <translation>Kosten je 10^6 Samples ($)</translation>
    </message>
    <message>
        <source>Cost per 10⁶ samples</source>
        <translation>Kosten je 10⁶ Samples</translation>
    </message>
    <message>
        <source>Total cost ($)</source>
        <translation>Gesamtkosten ($)</translation>
    </message>
    <message>
        <source>Total cost</source>
        <translation>Gesamtkosten</translation>
    </message>
    <message>
        <source>Time to train (s)</source>
        <translation>Trainingszeit (s)</translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>Trainingszeit</translation>
    </message>
    <message>
        <source>%1 % of the devices&apos; peak rate</source>
        <translation>%1 % der Spitzenleistung der Geräte</translation>
    </message>
    <message>
        <source>Unknown: the catalog has no peak rate of the devices for this precision</source>
        <translation>Unbekannt: Der Katalog hat für diese Genauigkeit keine Spitzenleistung der Geräte</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>Micro-Batches</translation>
    </message>
    <message>
        <source>MFU (fraction)</source>
        <translation>MFU (Anteil)</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Peak lower bound (bytes)</source>
        <translation>Spitze, untere Schranke (Bytes)</translation>
    </message>
    <message>
        <source>Peak upper bound (bytes)</source>
        <translation>Spitze, obere Schranke (Bytes)</translation>
    </message>
    <message>
        <source>Step time lower bound (s)</source>
        <translation>Schrittzeit, untere Schranke (s)</translation>
    </message>
    <message>
        <source>Step time upper bound (s)</source>
        <translation>Schrittzeit, obere Schranke (s)</translation>
    </message>
    <message>
        <source>Step time bounds</source>
        <translation>Schranken der Schrittzeit</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Split points</source>
        <translation>Schnitte</translation>
    </message>
    <message>
        <source>%1
Upper bound of device memory on the fullest device: %2 of %3. The plan fits if this is within the capacity.</source>
        <translation>%1
Obere Schranke des Gerätespeichers auf dem vollsten Gerät: %2 von %3. Der Plan passt, wenn sie innerhalb der Kapazität liegt.</translation>
    </message>
    <message>
        <source>Device with the highest peak
%1
Capacity: %2, up to %3 full (upper bound). Fullest device: up to %4 full.</source>
        <translation>Gerät mit der höchsten Spitze
%1
Kapazität: %2, bis zu %3 voll (obere Schranke). Vollstes Gerät: bis zu %4 voll.</translation>
    </message>
    <message>
        <source>%1; fullest device up to %2 full (upper bound)</source>
        <translation>%1; vollstes Gerät bis zu %2 voll (obere Schranke)</translation>
    </message>
    <message>
        <source>Number of micro-batches</source>
        <translation>Anzahl der Micro-Batches</translation>
    </message>
</context>
<context>
    <name>stagecraft::CandidatesPane</name>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>Copy table as &amp;CSV</source>
        <translation>Tabelle als &amp;CSV kopieren</translation>
    </message>
    <message>
        <source>Copy plan as command &amp;line</source>
        <translation>Plan als &amp;Befehlszeile kopieren</translation>
    </message>
    <message>
        <source>Searching… The plans shown predate your last change.</source>
        <translation>Suche läuft… Die gezeigten Pläne stammen von vor der letzten Änderung.</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Show only plans that fit in device memory</source>
        <translation>Nur Pläne zeigen, die in den Speicher der Geräte passen</translation>
    </message>
    <message>
        <source>Pareto-optimal</source>
        <translation>Pareto-optimal</translation>
    </message>
    <message>
        <source>Show only Pareto-optimal plans: no other plan has both a lower peak and a higher throughput</source>
        <translation>Nur Pareto-optimale Pläne zeigen: Kein anderer Plan hat zugleich einen geringeren Spitzenspeicher und einen höheren Durchsatz</translation>
    </message>
    <message>
        <source>Baselines</source>
        <translation>Vergleichsverfahren</translation>
    </message>
    <message>
        <source>Show the plans of baseline partitioners</source>
        <translation>Auch die Pläne der Vergleichsverfahren zeigen</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter candidates</source>
        <translation>Kandidaten filtern</translation>
    </message>
    <message>
        <source>Profile now…</source>
        <translation>Jetzt profilieren…</translation>
    </message>
    <message>
        <source>Measure each unique layer separately (takes seconds to minutes)</source>
        <translation>Jede unterschiedliche Schicht einzeln messen (dauert Sekunden bis Minuten)</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Noch kein Modell</translation>
    </message>
    <message>
        <source>Choose a model in the Problem pane, or drop its config.json here.</source>
        <translation>Im Bereich „Problem“ ein Modell wählen oder seine config.json hier ablegen.</translation>
    </message>
    <message>
        <source>This workspace contains measurements. In the Problem pane, choose the model that was measured, or drop its config.json here.</source>
        <translation>Dieser Arbeitsbereich enthält Messungen. Im Bereich „Problem“ das gemessene Modell wählen oder seine config.json hier ablegen.</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suche läuft</translation>
    </message>
    <message>
        <source>The first plans appear in a moment.</source>
        <translation>Die ersten Pläne erscheinen gleich.</translation>
    </message>
    <message>
        <source>%1 was measured on a different device type</source>
        <translation>%1 wurde auf einem anderen Gerätetyp gemessen</translation>
    </message>
    <message>
        <source>A layer of %1 ran out of memory</source>
        <translation>Für eine Schicht von %1 reichte der Speicher nicht</translation>
    </message>
    <message>
        <source>%1 has not been measured for this workload</source>
        <translation>%1 wurde für diesen Workload nicht gemessen</translation>
    </message>
    <message>
        <source>Profile with a smaller micro-batch size, or free device memory and try again.</source>
        <translation>Mit kleinerer Micro-Batch-Größe profilieren oder Gerätespeicher freigeben und erneut versuchen.</translation>
    </message>
    <message>
        <source>Plans are computed from measured layers. Profiling runs each unique layer separately and takes seconds to minutes.</source>
        <translation>Pläne werden aus gemessenen Schichten berechnet. Das Profilieren führt jede unterschiedliche Schicht einzeln aus und dauert Sekunden bis Minuten.</translation>
    </message>
    <message>
        <source>No plans for this problem</source>
        <translation>Keine Pläne für dieses Problem</translation>
    </message>
    <message>
        <source>No plan is possible</source>
        <translation>Kein Plan ist möglich</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>The search was canceled. The plans shown predate your last change.</source>
        <translation>Die Suche wurde abgebrochen. Die gezeigten Pläne stammen von vor der letzten Änderung.</translation>
    </message>
    <message>
        <source>The search was canceled</source>
        <translation>Die Suche wurde abgebrochen</translation>
    </message>
    <message>
        <source>There are no plans for the current settings.</source>
        <translation>Für die jetzigen Einstellungen gibt es keine Pläne.</translation>
    </message>
    <message>
        <source>Showing %2 of %1 plans: the Pareto front, and the plan with the lowest peak for each parallelism and schedule.</source>
        <translation>%2 von %1 Plänen gezeigt: die Pareto-Front und je Parallelität und Schedule der Plan mit dem geringsten Spitzenspeicher.</translation>
    </message>
    <message>
        <source>Not searched, because %1 does not support it: %2.</source>
        <translation>Nicht durchsucht, weil %1 es nicht unterstützt: %2.</translation>
    </message>
    <message>
        <source>Plan without %1</source>
        <translation>Ohne %1 planen</translation>
    </message>
    <message>
        <source>%1 does not support this problem</source>
        <translation>%1 unterstützt dieses Problem nicht</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>Dry run now</source>
        <translation>Jetzt trocken messen</translation>
    </message>
    <message>
        <source>This machine has no GPU. A dry run executes each unique layer on a simulated GPU, which allocates the same memory but computes nothing. It takes seconds.</source>
        <translation>Dieser Rechner hat keine GPU. Ein Trockenlauf führt jede unterschiedliche Schicht auf einer simulierten GPU aus, die denselben Speicher belegt, aber nichts berechnet. Das dauert Sekunden.</translation>
    </message>
    <message>
        <source>The Pareto front may be incomplete: a complete search would take too long</source>
        <translation>Die Pareto-Front ist möglicherweise unvollständig: Eine vollständige Suche würde zu lange dauern</translation>
    </message>
    <message>
        <source>The search varies these options, but the framework does not support them. To search them, set the framework to Generic PyTorch.</source>
        <translation>Die Suche variiert diese Optionen, aber das Framework unterstützt sie nicht. Um sie zu durchsuchen, als Framework „Generisches PyTorch“ wählen.</translation>
    </message>
    <message>
        <source>Allow any export target</source>
        <translation>Jedes Exportziel zulassen</translation>
    </message>
    <message>
        <source>Plans for this problem cannot be exported to %1</source>
        <translation>Pläne dieses Problems lassen sich nicht nach %1 exportieren</translation>
    </message>
</context>
<context>
    <name>stagecraft::CatalogueModel</name>
    <message>
        <source>Hardware</source>
        <translation>Hardware</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>$ per hour</source>
        <translation>$ je Stunde</translation>
    </message>
    <message>
        <source>$ %1</source>
        <translation>%1 $</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>no plan</source>
        <translation>kein Plan</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>shortfall %1</source>
        <translation>%1 zu wenig</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>shortfall %1 bytes</source>
        <translation>%1 Bytes zu wenig</translation>
    </message>
    <message>
        <source>Total cost</source>
        <translation>Gesamtkosten</translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>Trainingszeit</translation>
    </message>
    <message>
        <source>Cheapest plan that fits and stays within the run limits; if there is none, the closest plan</source>
        <translation>Günstigster Plan, der passt und die Grenzen des Laufs einhält; gibt es keinen, der nächste</translation>
    </message>
    <message>
        <source>%1 × deadline</source>
        <translation>%1 × Frist</translation>
    </message>
    <message>
        <source>%1 × budget</source>
        <translation>%1 × Budget</translation>
    </message>
</context>
<context>
    <name>stagecraft::CategoryModel</name>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Allocated at the peak of the recorded run</source>
        <translation>Belegt bei der Spitze des aufgezeichneten Laufs</translation>
    </message>
    <message>
        <source>Predicted at the peak of the pipeline rank selected above</source>
        <translation>Vorhergesagt bei der Spitze des oben gewählten Pipeline-Rangs</translation>
    </message>
    <message>
        <source>Peak allocated</source>
        <translation>Spitze belegt</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1 (Bytes)</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgezeichnet</translation>
    </message>
    <message>
        <source>Predicted minus recorded bytes</source>
        <translation>Vorhergesagte minus aufgezeichnete Bytes</translation>
    </message>
</context>
<context>
    <name>stagecraft::ChainChart</name>
    <message>
        <source>a sample of %1 tokens</source>
        <translation>ein Sample aus %1 Tokens</translation>
    </message>
    <message>
        <source>an image of %1 × %1 pixels</source>
        <translation>ein Bild mit %1 × %1 Pixeln</translation>
    </message>
    <message>
        <source>a sample</source>
        <translation>ein Sample</translation>
    </message>
    <message>
        <source>Layers of the model</source>
        <translation>Schichten des Modells</translation>
    </message>
    <message>
        <source>No model is shown.</source>
        <translation>Kein Modell wird gezeigt.</translation>
    </message>
    <message>
        <source>%1: forward %2, outputs %3.</source>
        <translation>%1: vorwärts %2, Ausgaben %3.</translation>
    </message>
    <message>
        <source>%1: outputs %2.</source>
        <translation>%1: Ausgaben %2.</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (maximum per layer: %2)</source>
        <translation>%1 (Maximum je Schicht: %2)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln layers with %1 parameters;</source>
        <translation>
            <numerusform>%Ln Schicht mit %1 Parametern;</numerusform>
            <numerusform>%Ln Schichten mit %1 Parametern;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln identical layers; each:</source>
        <translation>
            <numerusform>%Ln gleiche Schicht:</numerusform>
            <numerusform>%Ln gleiche Schichten; jede:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>Befehle suchen</translation>
    </message>
    <message>
        <source>Command search</source>
        <translation>Suche nach Befehlen</translation>
    </message>
</context>
<context>
    <name>stagecraft::CompareModel</name>
    <message>
        <source>Property</source>
        <translation>Eigenschaft</translation>
    </message>
    <message>
        <source>%1 · baseline</source>
        <translation>%1 · Bezug</translation>
    </message>
    <message>
        <source>%1; baseline of the differences</source>
        <translation>%1; Bezug der Unterschiede</translation>
    </message>
</context>
<context>
    <name>stagecraft::ComparePane</name>
    <message>
        <source>Compared plans</source>
        <translation>Verglichene Pläne</translation>
    </message>
    <message>
        <source>Memory per device of the compared plans, as a table</source>
        <translation>Speicher je Gerät der verglichenen Pläne, als Tabelle</translation>
    </message>
    <message>
        <source>Memory per device of the compared plans</source>
        <translation>Speicher je Gerät der verglichenen Pläne</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>Nur Unterschiede</translation>
    </message>
    <message>
        <source>Hide rows that are the same for all plans</source>
        <translation>Zeilen ausblenden, die bei allen Plänen gleich sind</translation>
    </message>
    <message>
        <source>Set as &amp;baseline</source>
        <translation>Als &amp;Bezug setzen</translation>
    </message>
    <message>
        <source>Move &amp;left</source>
        <translation>Nach &amp;links</translation>
    </message>
    <message>
        <source>Move &amp;right</source>
        <translation>Nach &amp;rechts</translation>
    </message>
    <message>
        <source>Remove &amp;column</source>
        <translation>Spalte &amp;entfernen</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Bezug</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation>Nichts zu vergleichen</translation>
    </message>
    <message>
        <source>This workspace is read-only.</source>
        <translation>Dieser Arbeitsbereich ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>Add two to four plans: press Ctrl+D on a selected plan, Ctrl-click a point in Trade-off, or click Compare in the Scenarios tab of Sizing.</source>
        <translation>Zwei bis vier Pläne hinzufügen: Strg+D auf einem gewählten Plan, Strg-Klick auf einen Punkt der Abwägung oder „Vergleichen“ bei den Szenarien der Dimensionierung.</translation>
    </message>
    <message>
        <source>Add the selected plan</source>
        <translation>Den gewählten Plan hinzufügen</translation>
    </message>
</context>
<context>
    <name>stagecraft::ComparedDevices</name>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Upper bound</source>
        <translation>Obere Schranke</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1 (Bytes)</translation>
    </message>
</context>
<context>
    <name>stagecraft::Comparing</name>
    <message>
        <source>Scenario %1</source>
        <translation>Szenario %1</translation>
    </message>
    <message>
        <source>%1 is already in the comparison.</source>
        <translation>%1 ist schon im Vergleich.</translation>
    </message>
    <message>
        <source>The comparison already has %1 plans, the maximum. Remove one of them first.</source>
        <translation>Der Vergleich enthält schon %1 Pläne, das ist die Höchstzahl. Zuerst einen davon entfernen.</translation>
    </message>
    <message>
        <source>Compare %1</source>
        <translation>%1 vergleichen</translation>
    </message>
    <message>
        <source>Remove %1 from comparison</source>
        <translation>%1 aus dem Vergleich entfernen</translation>
    </message>
    <message>
        <source>Reorder comparison</source>
        <translation>Vergleich umordnen</translation>
    </message>
    <message>
        <source>Set %1 as baseline</source>
        <translation>%1 als Bezug setzen</translation>
    </message>
    <message numerus="yes">
        <source>Compare %n plans</source>
        <translation>
            <numerusform>%n Plan vergleichen</numerusform>
            <numerusform>%n Pläne vergleichen</numerusform>
        </translation>
    </message>
    <message>
        <source>A comparison can have up to %1 plans. Not added: %2.</source>
        <translation>Ein Vergleich kann bis zu %1 Pläne enthalten. Nicht hinzugefügt: %2.</translation>
    </message>
</context>
<context>
    <name>stagecraft::ConstraintsForm</name>
    <message>
        <source>Constraints</source>
        <translation>Vorgaben</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>Pipeline-Grad</translation>
    </message>
    <message>
        <source>Pipeline-parallel (PP) size: number of pipeline ranks</source>
        <translation>Pipeline-Grad (PP): Anzahl der Pipeline-Ränge</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>Datengrad</translation>
    </message>
    <message>
        <source>Data-parallel (DP) size: number of replicas of each stage</source>
        <translation>Datengrad (DP): Anzahl der Replikate jeder Stufe</translation>
    </message>
    <message>
        <source>Memory reserve</source>
        <translation>Frei lassen</translation>
    </message>
    <message>
        <source>Memory on each device that plans must leave free</source>
        <translation>Speicher auf jedem Gerät, den Pläne frei lassen müssen</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>The balanced plan has the lowest peak memory of all plans whose step takes at most this much longer than that of the fastest plan</source>
        <translation>Der ausgewogene Plan hat den niedrigsten Spitzenspeicher aller Pläne, deren Schritt höchstens um so viel länger dauert als der des schnellsten</translation>
    </message>
    <message>
        <source> % slower</source>
        <translation> % langsamer</translation>
    </message>
    <message>
        <source>Parallelism and memory</source>
        <translation>Parallelität und Speicher</translation>
    </message>
    <message>
        <source>Optimize for</source>
        <translation>Optimieren auf</translation>
    </message>
    <message>
        <source>Objective that selects the recommended plan among the plans that fit. &quot;%1&quot; requires prices for all nodes.</source>
        <translation>Ziel, nach dem unter den passenden Plänen der empfohlene gewählt wird. „%1“ erfordert Preise für alle Knoten.</translation>
    </message>
    <message>
        <source>Changes the result of training. The search uses this schedule only if you select it here.</source>
        <translation>Verändert das Ergebnis des Trainings. Die Suche verwendet diesen Schedule nur, wenn er hier gewählt ist.</translation>
    </message>
    <message>
        <source>Pipeline schedule: the order in which each pipeline rank runs its forward and backward passes</source>
        <translation>Pipeline-Schedule: die Reihenfolge, in der jeder Pipeline-Rang seine Vorwärts- und Rückwärtsläufe ausführt</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Beliebig</translation>
    </message>
    <message>
        <source>Export target</source>
        <translation>Exportziel</translation>
    </message>
    <message>
        <source>Search only plans that can be exported to this framework</source>
        <translation>Nur Pläne suchen, die sich in dieses Framework exportieren lassen</translation>
    </message>
</context>
<context>
    <name>stagecraft::CurveModel</name>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>$ %1</source>
        <translation>%1 $</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>no plan</source>
        <translation>kein Plan</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>bytes/s</source>
        <translation>Bytes/s</translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>Trainingszeit</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
</context>
<context>
    <name>stagecraft::CurveTab</name>
    <message>
        <source>Curve as a table</source>
        <translation>Kurve als Tabelle</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>Senkrechte Achse</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>Waagerechte Achse</translation>
    </message>
    <message>
        <source>What-if parameter on the horizontal axis</source>
        <translation>Veränderter Parameter auf der waagerechten Achse</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Show as a table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
    <message>
        <source>Show the curve as a table</source>
        <translation>Die Kurve als Tabelle zeigen</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>over</source>
        <translation>über</translation>
    </message>
    <message>
        <source>Quantity on the vertical axis. Memory and cost are those of the recommended plan, throughput and time those of the fastest plan.</source>
        <translation>Größe auf der senkrechten Achse. Speicher und Kosten sind die des empfohlenen Plans, Durchsatz und Zeit die des schnellsten.</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>stagecraft::DeviceModel</name>
    <message>
        <source>%1 of %2 (micro-batch %3)</source>
        <translation>%1 von %2 (Micro-Batch %3)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1 (Bytes)</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>Gerätespeicher</translation>
    </message>
    <message>
        <source>Upper bound</source>
        <translation>Obere Schranke</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Time of peak</source>
        <translation>Zeitpunkt der Spitze</translation>
    </message>
    <message>
        <source>%1–%2 (%3 × %4)</source>
        <translation>%1–%2 (%3 × %4)</translation>
    </message>
</context>
<context>
    <name>stagecraft::DryRunDialog</name>
    <message>
        <source>Dry run of a training script</source>
        <translation>Trockenlauf eines Trainingsskripts</translation>
    </message>
    <message>
        <source>Runs your script unchanged in your Python environment, with your permissions on this machine. No GPU is needed: memory is allocated as on the selected GPU type, but kernels compute nothing, so loss values are meaningless.</source>
        <translation>Führt das Skript unverändert in Ihrer Python-Umgebung aus, mit Ihren Rechten auf diesem Rechner. Eine GPU ist nicht nötig: Speicher wird wie auf dem gewählten GPU-Typ belegt, aber Kernel rechnen nichts; Loss-Werte haben daher keine Bedeutung.</translation>
    </message>
    <message>
        <source>From the command</source>
        <translation>Aus dem Befehl</translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation>&amp;Befehl</translation>
    </message>
    <message>
        <source>&amp;Working directory</source>
        <translation>Arbeits&amp;verzeichnis</translation>
    </message>
    <message>
        <source>Directory in which the script starts</source>
        <translation>Verzeichnis, in dem das Skript startet</translation>
    </message>
    <message>
        <source>&amp;GPU</source>
        <translation>&amp;GPU</translation>
    </message>
    <message>
        <source>GPU type to simulate</source>
        <translation>GPU-Typ, der simuliert wird</translation>
    </message>
    <message>
        <source>Number of &amp;ranks</source>
        <translation>&amp;Anzahl der Ränge</translation>
    </message>
    <message>
        <source>World size that the script sees</source>
        <translation>Anzahl der Ränge (world size), die das Skript sieht</translation>
    </message>
    <message>
        <source>Ranks to r&amp;un</source>
        <translation>Ausgefüh&amp;rte Ränge</translation>
    </message>
    <message>
        <source>Ranks to run one after another: first, last, comma-separated rank numbers, or all</source>
        <translation>Nacheinander ausgeführte Ränge: first, last, Nummern mit Kommas oder all</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>&amp;Schritte</translation>
    </message>
    <message>
        <source>Number of optimizer steps that each rank runs</source>
        <translation>Anzahl der Optimizer-Schritte, die jeder Rang ausführt</translation>
    </message>
    <message>
        <source>&amp;Allow and run</source>
        <translation>&amp;Erlauben und starten</translation>
    </message>
    <message>
        <source>python SCRIPT, python -m MODULE, or torchrun, deepspeed or accelerate launch with their options</source>
        <translation>python SKRIPT, python -m MODUL oder torchrun, deepspeed oder accelerate launch mit ihren Optionen</translation>
    </message>
</context>
<context>
    <name>stagecraft::ErrorHistogramChart</name>
    <message>
        <source>Histogram of prediction errors</source>
        <translation>Histogramm der Vorhersagefehler</translation>
    </message>
    <message>
        <source>No runs to compare.</source>
        <translation>Keine Läufe zum Vergleichen.</translation>
    </message>
    <message>
        <source>Runs per bin (maximum %1)</source>
        <translation>Läufe je Balken (Maximum %1)</translation>
    </message>
    <message>
        <source>Error: predicted / measured − 1</source>
        <translation>Fehler: vorhergesagt / gemessen − 1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs: %1 within 10 %, %2 within 25 %.</source>
        <translation>
            <numerusform>%Ln Lauf: %1 innerhalb von 10 %, %2 innerhalb von 25 %.</numerusform>
            <numerusform>%Ln Läufe: %1 innerhalb von 10 %, %2 innerhalb von 25 %.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs with an error below %1</source>
        <translation>
            <numerusform>%Ln Lauf mit einem Fehler unter %1</numerusform>
            <numerusform>%Ln Läufe mit einem Fehler unter %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs with an error above %1</source>
        <translation>
            <numerusform>%Ln Lauf mit einem Fehler über %1</numerusform>
            <numerusform>%Ln Läufe mit einem Fehler über %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs with an error from %1 to %2</source>
        <translation>
            <numerusform>%Ln Lauf mit einem Fehler von %1 bis %2</numerusform>
            <numerusform>%Ln Läufe mit einem Fehler von %1 bis %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::Exports</name>
    <message>
        <source>&amp;Copy chart or table</source>
        <translation>Diagramm oder Tabelle &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Save chart or table as…</source>
        <translation>Diagramm oder Tabelle &amp;speichern unter…</translation>
    </message>
    <message>
        <source>&amp;Print chart or table…</source>
        <translation>Diagramm oder Tabelle &amp;drucken…</translation>
    </message>
    <message>
        <source>&amp;Copy chart</source>
        <translation>Diagramm &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Copy table</source>
        <translation>Tabelle &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Save chart as…</source>
        <translation>Diagramm &amp;speichern unter…</translation>
    </message>
    <message>
        <source>&amp;Save table as…</source>
        <translation>Tabelle &amp;speichern unter…</translation>
    </message>
    <message>
        <source>&amp;Print chart…</source>
        <translation>Diagramm &amp;drucken…</translation>
    </message>
    <message>
        <source>&amp;Print table…</source>
        <translation>Tabelle &amp;drucken…</translation>
    </message>
    <message>
        <source>Save chart</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>Tabelle speichern</translation>
    </message>
    <message>
        <source>PNG image (*.png)</source>
        <translation>PNG-Bild (*.png)</translation>
    </message>
    <message>
        <source>SVG image (*.svg)</source>
        <translation>SVG-Bild (*.svg)</translation>
    </message>
    <message>
        <source>PDF document (*.pdf)</source>
        <translation>PDF-Dokument (*.pdf)</translation>
    </message>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>CSV-Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Cannot save the chart</source>
        <translation>Das Diagramm kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no supported extension. Choose a name that ends in .png, .svg or .pdf.</source>
        <translation>„%1“ hat keine unterstützte Endung. Einen Namen wählen, der auf .png, .svg oder .pdf endet.</translation>
    </message>
    <message>
        <source>Cannot print &apos;%1&apos;</source>
        <translation>„%1“ kann nicht gedruckt werden</translation>
    </message>
    <message>
        <source>The printer &apos;%1&apos; did not accept the job. Check the printer or choose another one.</source>
        <translation>Der Drucker „%1“ hat den Auftrag nicht angenommen. Den Drucker prüfen oder einen anderen wählen.</translation>
    </message>
    <message>
        <source>The file &apos;%1&apos; cannot be written. Choose another name or folder.</source>
        <translation>Die Datei „%1“ kann nicht geschrieben werden. Einen anderen Namen oder Ordner wählen.</translation>
    </message>
    <message>
        <source>Nothing to save</source>
        <translation>Nichts zu speichern</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is empty. See the pane for the reason.</source>
        <translation>„%1“ ist leer. Den Grund zeigt der Bereich.</translation>
    </message>
</context>
<context>
    <name>stagecraft::FileReader</name>
    <message>
        <source>Open a file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
</context>
<context>
    <name>stagecraft::FrameworkField</name>
    <message>
        <source>Training framework. It determines which kernels run, which tensors they save, and how gradients and optimizer state are stored.</source>
        <translation>Framework des Trainings. Es bestimmt, welche Kernel laufen, welche Tensoren sie speichern und wie Gradienten und Optimizer-Zustand abgelegt sind.</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>Generic PyTorch</source>
        <translation>Generisches PyTorch</translation>
    </message>
    <message>
        <source>FP8 recipe</source>
        <translation>FP8-Verfahren</translation>
    </message>
    <message>
        <source>Scaling recipe of FP8 matrix products in blocks and experts (Megatron-Core option --fp8-recipe)</source>
        <translation>Skalierungsverfahren der FP8-Matrixprodukte in Blöcken und Experten (Option --fp8-recipe von Megatron-Core)</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>%1 (compiled)</source>
        <translation>%1 (kompiliert)</translation>
    </message>
    <message>
        <source>Modeled after %1</source>
        <translation>Modelliert nach %1</translation>
    </message>
</context>
<context>
    <name>stagecraft::Help</name>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Befehle…</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
</context>
<context>
    <name>stagecraft::JobModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 remaining</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Time remaining</source>
        <translation>Restzeit</translation>
    </message>
    <message>
        <source>%1 tried</source>
        <translation>%1 versucht</translation>
    </message>
</context>
<context>
    <name>stagecraft::JobStatus</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the running job</source>
        <translation>Den laufenden Auftrag abbrechen</translation>
    </message>
    <message>
        <source>Show job: %1</source>
        <translation>Auftrag zeigen: %1</translation>
    </message>
</context>
<context>
    <name>stagecraft::JobsPane</name>
    <message>
        <source>&amp;Cancel job</source>
        <translation>Auftrag &amp;abbrechen</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Log of the selected job</source>
        <translation>Protokoll des gewählten Auftrags</translation>
    </message>
    <message>
        <source>No jobs</source>
        <translation>Keine Aufträge</translation>
    </message>
    <message>
        <source>Running profiles, searches and other jobs appear here with their progress.</source>
        <translation>Laufende Profile, Suchen und andere Aufträge erscheinen hier mit ihrem Fortschritt.</translation>
    </message>
</context>
<context>
    <name>stagecraft::LanguageMenu</name>
    <message>
        <source>Follow &amp;system (%1)</source>
        <translation>Wie das S&amp;ystem (%1)</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Restart Stagecraft to switch to %1.</source>
        <translation>Stagecraft neu starten, um zu %1 zu wechseln.</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>Sp&amp;rache</translation>
    </message>
</context>
<context>
    <name>stagecraft::LayerModel</name>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <source>%1 floating-point operations</source>
        <translation>%1 Gleitkommaoperationen</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Forward pass</source>
        <translation>Vorwärtslauf</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Saved activations</source>
        <translation>Gespeicherte Aktivierungen</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>%1 (FLOP)</source>
        <translation>%1 (FLOP)</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1 (Bytes)</translation>
    </message>
</context>
<context>
    <name>stagecraft::Layouts</name>
    <message>
        <source>&amp;Explore</source>
        <translation>&amp;Erkunden</translation>
    </message>
    <message>
        <source>The problem, its plans and the details of the selected plan</source>
        <translation>Das Problem, seine Pläne und die Einzelheiten des gewählten Plans</translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation>&amp;Profilieren</translation>
    </message>
    <message>
        <source>Layer measurements, and predictions against measured runs</source>
        <translation>Messungen der Schichten und Vorhersagen gegen gemessene Läufe</translation>
    </message>
    <message>
        <source>&amp;Sizing</source>
        <translation>&amp;Dimensionierung</translation>
    </message>
    <message>
        <source>Estimates for other hardware, batch sizes and models</source>
        <translation>Schätzungen für andere Hardware, Batch-Größen und Modelle</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleich</translation>
    </message>
    <message>
        <source>Plans and scenarios side by side</source>
        <translation>Pläne und Szenarien nebeneinander</translation>
    </message>
    <message>
        <source>P&amp;resentation</source>
        <translation>P&amp;räsentation</translation>
    </message>
    <message>
        <source>Fewer panes in a larger font</source>
        <translation>Wenige Bereiche in größerer Schrift</translation>
    </message>
</context>
<context>
    <name>stagecraft::MainWindow</name>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>Trade-off</source>
        <translation>Abwägung</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>Speicher je Gerät</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation>Vorhergesagt gegen gemessen</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Sizing</source>
        <translation>Dimensionierung</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>Gespeichert: %1</translation>
    </message>
    <message>
        <source>Cannot read the model</source>
        <translation>Das Modell kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>Stagecraft</source>
        <translation>Stagecraft</translation>
    </message>
    <message>
        <source>New workspace</source>
        <translation>Neuer Arbeitsbereich</translation>
    </message>
    <message>
        <source>%1 (read-only)</source>
        <translation>%1 (schreibgeschützt)</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>Stop the profile?</source>
        <translation>Das Profil anhalten?</translation>
    </message>
    <message>
        <source>A profile is running. Its measurements so far are kept.</source>
        <translation>Ein Profil läuft. Seine bisherigen Messungen bleiben erhalten.</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Anhalten und schließen</translation>
    </message>
    <message>
        <source>&amp;New workspace</source>
        <translation>&amp;Neuer Arbeitsbereich</translation>
    </message>
    <message>
        <source>New from &amp;model…</source>
        <translation>Neu aus &amp;Modell…</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Plan as &amp;JSON…</source>
        <translation>Plan als &amp;JSON…</translation>
    </message>
    <message>
        <source>Plan as &amp;YAML…</source>
        <translation>Plan als &amp;YAML…</translation>
    </message>
    <message>
        <source>&amp;Trade-off chart as an image…</source>
        <translation>&amp;Abwägung als Bild…</translation>
    </message>
    <message>
        <source>&amp;Memory chart as an image…</source>
        <translation>Speicherdia&amp;gramm als Bild…</translation>
    </message>
    <message>
        <source>T&amp;imeline as an image…</source>
        <translation>&amp;Zeitachse als Bild…</translation>
    </message>
    <message>
        <source>M&amp;odel chart as an image…</source>
        <translation>M&amp;odelldiagramm als Bild…</translation>
    </message>
    <message>
        <source>Predicted &amp;against measured as an image…</source>
        <translation>&amp;Vorhergesagt gegen gemessen als Bild…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Profile…</source>
        <translation>&amp;Profilieren…</translation>
    </message>
    <message>
        <source>&amp;How was this computed?</source>
        <translation>Wie wurde das b&amp;erechnet?</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt benutzt</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Filter candidates</source>
        <translation>Kandidaten &amp;filtern</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Restore &amp;default layout</source>
        <translation>&amp;Standardanordnung wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>&amp;Erscheinungsbild</translation>
    </message>
    <message>
        <source>&amp;Problem</source>
        <translation>&amp;Problem</translation>
    </message>
    <message>
        <source>Open &amp;model…</source>
        <translation>&amp;Modell öffnen…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;About Stagecraft</source>
        <translation>Über &amp;Stagecraft</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>Über &amp;Qt</translation>
    </message>
    <message>
        <source>Follow &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export the selected plan or a chart</source>
        <translation>Den gewählten Plan oder ein Diagramm exportieren</translation>
    </message>
    <message>
        <source>Measure the model&apos;s layers on this machine</source>
        <translation>Die Schichten des Modells auf diesem Rechner messen</translation>
    </message>
    <message>
        <source>New from model</source>
        <translation>Neu aus Modell</translation>
    </message>
    <message>
        <source>Models (*.json *.csv *.pt *.pth)</source>
        <translation>Modelle (*.json *.csv *.pt *.pth)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Stagecraft workspaces (*.stagecraft)</source>
        <translation>Arbeitsbereiche von Stagecraft (*.stagecraft)</translation>
    </message>
    <message>
        <source>Save workspace as</source>
        <translation>Arbeitsbereich speichern unter</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>arbeitsbereich</translation>
    </message>
    <message>
        <source>Export plan</source>
        <translation>Plan exportieren</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>YAML (*.yaml *.yml)</source>
        <translation>YAML (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Stagecraft %1</source>
        <translation>Stagecraft %1</translation>
    </message>
    <message>
        <source>A planner for training neural networks that do not fit on one device.

The window is free software under the GNU General Public License, version 3 or later; the core and the command line are under the Apache License 2.0.</source>
        <translation>Ein Planer für das Training neuronaler Netze, die nicht auf ein Gerät passen.

Das Fenster ist freie Software unter der GNU General Public License, Version 3 oder später; der Kern und die Befehlszeile unter der Apache License 2.0.</translation>
    </message>
    <message>
        <source>Sta&amp;ges as an image…</source>
        <translation>S&amp;tufen als Bild…</translation>
    </message>
    <message>
        <source>Sizing cur&amp;ve as an image…</source>
        <translation>K&amp;urve der Dimensionierung als Bild…</translation>
    </message>
    <message>
        <source>Pro&amp;file chart as an image…</source>
        <translation>&amp;Profildiagramm als Bild…</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Partitioners</source>
        <translation>Partitionierer</translation>
    </message>
    <message>
        <source>Exported with limitations</source>
        <translation>Mit Einschränkungen exportiert</translation>
    </message>
    <message>
        <source>%1 cannot express these parts of the plan. The exported file lists them too:</source>
        <translation>%1 kann diese Teile des Plans nicht ausdrücken. Auch die exportierte Datei nennt sie:</translation>
    </message>
    <message>
        <source>Pa&amp;rtitioners as an image…</source>
        <translation>Pa&amp;rtitionierer als Bild…</translation>
    </message>
    <message>
        <source>Compare&amp;d memory as an image…</source>
        <translation>Verglichener Speicher als &amp;Bild…</translation>
    </message>
    <message>
        <source>Megatron-&amp;LM arguments…</source>
        <translation>Argumente für Megatron-&amp;LM…</translation>
    </message>
    <message>
        <source>Shell (*.sh)</source>
        <translation>Shell (*.sh)</translation>
    </message>
    <message>
        <source>D&amp;eepSpeed settings…</source>
        <translation>Einstellungen für D&amp;eepSpeed…</translation>
    </message>
    <message>
        <source>Torchtita&amp;n settings…</source>
        <translation>Einstellungen für Torchtita&amp;n…</translation>
    </message>
    <message>
        <source>TOML (*.toml)</source>
        <translation>TOML (*.toml)</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>&amp;Anordnung</translation>
    </message>
    <message>
        <source>Move the panes of this layout back to their default positions</source>
        <translation>Die Bereiche dieser Anordnung an ihre Standardpositionen zurücksetzen</translation>
    </message>
    <message>
        <source>Add to co&amp;mparison</source>
        <translation>Zum &amp;Vergleich hinzufügen</translation>
    </message>
    <message>
        <source>Remove from co&amp;mparison</source>
        <translation>Aus dem &amp;Vergleich entfernen</translation>
    </message>
    <message>
        <source>%1 (not saved)</source>
        <translation>%1 (nicht gespeichert)</translation>
    </message>
    <message>
        <source>Search canceled</source>
        <translation>Suche abgebrochen</translation>
    </message>
    <message>
        <source>&amp;Start page…</source>
        <translation>Startse&amp;ite…</translation>
    </message>
    <message>
        <source>Open the &amp;example</source>
        <translation>Das Beispiel ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Stop and continue</source>
        <translation>Anhalten und fortfahren</translation>
    </message>
    <message>
        <source>Discard unsaved changes?</source>
        <translation>Nicht gespeicherte Änderungen verwerfen?</translation>
    </message>
    <message>
        <source>The latest changes to this workspace cannot be saved: %1</source>
        <translation>Die letzten Änderungen an diesem Arbeitsbereich können nicht gespeichert werden: %1</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>Kopie speichern…</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Ohne Speichern schließen</translation>
    </message>
    <message>
        <source>Continue without saving</source>
        <translation>Ohne Speichern fortfahren</translation>
    </message>
    <message>
        <source>%1 is already open</source>
        <translation>%1 ist bereits geöffnet</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>&amp;Nächster Bereich</translation>
    </message>
    <message>
        <source>Pre&amp;vious pane</source>
        <translation>V&amp;origer Bereich</translation>
    </message>
    <message>
        <source>Save the plan file that the command reads</source>
        <translation>Die Plandatei speichern, die der Befehl liest</translation>
    </message>
    <message>
        <source>Damaged measurements</source>
        <translation>Beschädigte Messungen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln measurements of this workspace cannot be read and were skipped. All others are shown. First error: %1</source>
        <translation>
            <numerusform>%Ln Messung dieses Arbeitsbereichs kann nicht gelesen werden und wurde übersprungen. Alle anderen werden gezeigt. Fehler: %1</numerusform>
            <numerusform>%Ln Messungen dieses Arbeitsbereichs können nicht gelesen werden und wurden übersprungen. Alle anderen werden gezeigt. Erster Fehler: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Ma&amp;ximize pane</source>
        <translation>Bereich ma&amp;ximieren</translation>
    </message>
    <message>
        <source>Maximize the focused pane. Press the same key again to restore the others.</source>
        <translation>Den Bereich mit dem Fokus maximieren. Dieselbe Taste stellt die anderen wieder her.</translation>
    </message>
    <message numerus="yes">
        <source>Add %n plans to co&amp;mparison</source>
        <translation>
            <numerusform>%n Plan zum &amp;Vergleich hinzufügen</numerusform>
            <numerusform>%n Pläne zum &amp;Vergleich hinzufügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Plans (*.json *.yaml *.yml)</source>
        <translation>Pläne (*.json *.yaml *.yml)</translation>
    </message>
    <message>
        <source>All changes are saved in %1</source>
        <translation>Alle Änderungen sind in %1 gespeichert</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Imported: %1</source>
        <translation>Importiert: %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Workspaces, models, plans and memory snapshots (*.stagecraft *.json *.yaml *.yml *.csv *.pt *.pth *.pickle *.pkl)</source>
        <translation>Arbeitsbereiche, Modelle, Pläne und Speicherabbilder (*.stagecraft *.json *.yaml *.yml *.csv *.pt *.pth *.pickle *.pkl)</translation>
    </message>
    <message>
        <source>Memory snapshots (*.pickle *.pkl)</source>
        <translation>Speicherabbilder (*.pickle *.pkl)</translation>
    </message>
    <message>
        <source>&amp;Dry run of a training script…</source>
        <translation>&amp;Trockenlauf eines Trainingsskripts…</translation>
    </message>
    <message>
        <source>Clusters (*.json)</source>
        <translation>Cluster (*.json)</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>New workspace for %1. The previous workspace remains saved.</source>
        <translation>Neuer Arbeitsbereich für %1. Der vorige bleibt gespeichert.</translation>
    </message>
    <message>
        <source>Cannot open the file</source>
        <translation>Die Datei kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>Cannot save the file</source>
        <translation>Die Datei kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Operation failed</source>
        <translation>Vorgang fehlgeschlagen</translation>
    </message>
</context>
<context>
    <name>stagecraft::ManualWindow</name>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Find in the page</source>
        <translation>Auf der Seite suchen</translation>
    </message>
    <message>
        <source>%1 – Manual</source>
        <translation>%1 – Handbuch</translation>
    </message>
</context>
<context>
    <name>stagecraft::MeasuredChart</name>
    <message>
        <source>Measured values by micro-batch size</source>
        <translation>Gemessene Werte über der Micro-Batch-Größe</translation>
    </message>
    <message>
        <source>No measurements of this layer at sequence length %1.</source>
        <translation>Keine Messungen dieser Schicht bei Sequenzlänge %1.</translation>
    </message>
    <message>
        <source>%1 on the compared device</source>
        <translation>%1 auf dem verglichenen Gerät</translation>
    </message>
    <message>
        <source>%1 %2 at micro-batch size %3</source>
        <translation>%1 %2 bei Micro-Batch-Größe %3</translation>
    </message>
    <message>
        <source>%1 %2 at micro-batch size %3 to %4 at %5</source>
        <translation>%1 %2 bei Micro-Batch-Größe %3 bis %4 bei %5</translation>
    </message>
    <message>
        <source>Hollow: compared device</source>
        <translation>Hohl: verglichenes Gerät</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>%1, micro-batch size %2</source>
        <translation>%1, Micro-Batch-Größe %2</translation>
    </message>
    <message>
        <source>Micro-batch size (image size %1)</source>
        <translation>Micro-Batch-Größe (Bildgröße %1)</translation>
    </message>
    <message>
        <source>Micro-batch size (sequence length %1)</source>
        <translation>Micro-Batch-Größe (Sequenzlänge %1)</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>Speicher erschöpft</translation>
    </message>
    <message>
        <source>%1 Between measured points, the bounds of the fit are up to %2 from the line.</source>
        <translation>%1 Zwischen gemessenen Punkten liegen die Schranken der Anpassung bis zu %2 neben der Linie.</translation>
    </message>
    <message>
        <source>Fit with bounds</source>
        <translation>Anpassung mit Schranken</translation>
    </message>
    <message>
        <source>Fit %1 (bounds %2 to %3)</source>
        <translation>Anpassung %1 (Schranken %2 bis %3)</translation>
    </message>
    <message>
        <source>Fit %1</source>
        <translation>Anpassung %1</translation>
    </message>
    <message>
        <source>Not measured (extrapolated)</source>
        <translation>Nicht gemessen (extrapoliert)</translation>
    </message>
    <message>
        <source>Not measured</source>
        <translation>Nicht gemessen</translation>
    </message>
</context>
<context>
    <name>stagecraft::MeasurementsPane</name>
    <message>
        <source>%1 points of sharded or recomputed layers.</source>
        <translation>%1 Punkte von aufgeteilten oder neu berechneten Schichten.</translation>
    </message>
    <message>
        <source>Measurements of other workloads: %1.</source>
        <translation>Messungen anderer Workloads: %1.</translation>
    </message>
    <message>
        <source>driver %1, %2</source>
        <translation>Treiber %1, %2</translation>
    </message>
    <message>
        <source>Measured with %1. If a point was measured more than once, the newest result is used.</source>
        <translation>Gemessen mit %1. Wurde ein Punkt mehrmals gemessen, gilt das neueste Ergebnis.</translation>
    </message>
    <message>
        <source>Additivity error: up to %1 of memory and %2 of time.</source>
        <translation>Fehler der Additivität: bis zu %1 des Speichers und %2 der Zeit.</translation>
    </message>
    <message>
        <source>%1 has no measurements of these points.</source>
        <translation>%1 hat keine Messungen dieser Punkte.</translation>
    </message>
    <message>
        <source>%1 takes %2× the time (median); equal memory at %3 of %4 points.</source>
        <translation>%1 braucht %2× so lange (Median); gleicher Speicher an %3 von %4 Punkten.</translation>
    </message>
    <message>
        <source>Distinct layers</source>
        <translation>Unterschiedliche Schichten</translation>
    </message>
    <message>
        <source>Points of the selected layer</source>
        <translation>Punkte der gewählten Schicht</translation>
    </message>
    <message>
        <source>P&amp;rofile…</source>
        <translation>P&amp;rofilieren…</translation>
    </message>
    <message>
        <source>Co&amp;ntinue</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>&amp;Löschen…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Times of the forward and the backward pass</source>
        <translation>Zeiten des Vorwärts- und des Rückwärtslaufs</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Saved activations, and memory peaks of the forward and the backward pass</source>
        <translation>Gespeicherte Aktivierungen und Spitzenspeicher des Vorwärts- und des Rückwärtslaufs</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Noch kein Modell</translation>
    </message>
    <message>
        <source>Choose a model in the Problem pane. The measurements of its layers appear here.</source>
        <translation>Im Bereich „Problem“ ein Modell wählen. Die Messungen seiner Schichten erscheinen hier.</translation>
    </message>
    <message>
        <source>%1 already contains costs</source>
        <translation>%1 enthält schon Kosten</translation>
    </message>
    <message>
        <source>A layer table lists the costs of its layers, so there is nothing to measure.</source>
        <translation>Eine Schichttabelle enthält die Kosten ihrer Schichten; es gibt nichts zu messen.</translation>
    </message>
    <message>
        <source>%1 cannot be measured for this workload</source>
        <translation>%1 kann für diesen Workload nicht gemessen werden</translation>
    </message>
    <message>
        <source>%1 has not been measured for this workload</source>
        <translation>%1 wurde für diesen Workload nicht gemessen</translation>
    </message>
    <message>
        <source>Profile now…</source>
        <translation>Jetzt profilieren…</translation>
    </message>
    <message>
        <source>Measure the model&apos;s layers on this machine</source>
        <translation>Die Schichten des Modells auf diesem Rechner messen</translation>
    </message>
    <message>
        <source>All points are measured</source>
        <translation>Alle Punkte sind gemessen</translation>
    </message>
    <message>
        <source>This workspace is read-only.</source>
        <translation>Dieser Arbeitsbereich ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>Delete the selected points (Ctrl+A in the table selects all)</source>
        <translation>Die gewählten Punkte löschen (Strg+A in der Tabelle wählt alle)</translation>
    </message>
    <message numerus="yes">
        <source>%1 layers, %Ln distinct. %2 of %3 points measured; times vary by up to %4.</source>
        <translation>
            <numerusform>%1 Schichten, %Ln unterschiedliche. %2 von %3 Punkten gemessen; Zeiten streuen um bis zu %4.</numerusform>
            <numerusform>%1 Schichten, %Ln unterschiedliche. %2 von %3 Punkten gemessen; Zeiten streuen um bis zu %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A profile measures each distinct layer once: %Ln of %1 layers.</source>
        <translation>
            <numerusform>Ein Profil misst jede unterschiedliche Schicht einmal: %Ln von %1 Schichten.</numerusform>
            <numerusform>Ein Profil misst jede unterschiedliche Schicht einmal: %Ln von %1 Schichten.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (measured on %2)</source>
        <translation>%1 (gemessen auf %2)</translation>
    </message>
    <message numerus="yes">
        <source>%1 layers, %Ln distinct. %2 of %3 points from dry runs, which measure memory but not time.</source>
        <translation>
            <numerusform>%1 Schichten, %Ln unterschiedliche. %2 von %3 Punkten aus Trockenläufen, die Speicher, aber keine Zeiten messen.</numerusform>
            <numerusform>%1 Schichten, %Ln unterschiedliche. %2 von %3 Punkten aus Trockenläufen, die Speicher, aber keine Zeiten messen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (dry run of %2)</source>
        <translation>%1 (Trockenlauf von %2)</translation>
    </message>
    <message>
        <source>%1: same memory at %2 of %3 points.</source>
        <translation>%1: gleicher Speicher an %2 von %3 Punkten.</translation>
    </message>
    <message>
        <source>Dry run now</source>
        <translation>Jetzt trocken messen</translation>
    </message>
    <message>
        <source>Plans for %1 are estimated from its kernels and do not use profiles. Plans without a framework do.</source>
        <translation>Pläne für %1 werden aus dessen Kerneln geschätzt und nutzen keine Profile. Pläne ohne Framework nutzen sie.</translation>
    </message>
</context>
<context>
    <name>stagecraft::MemoryBars</name>
    <message>
        <source>Memory per device</source>
        <translation>Speicher je Gerät</translation>
    </message>
    <message>
        <source>No plan is shown.</source>
        <translation>Kein Plan wird gezeigt.</translation>
    </message>
    <message>
        <source>All devices exceed their capacity.</source>
        <translation>Alle Geräte übersteigen ihre Kapazität.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Included NCCL buffers: %1 (%2)</source>
        <translation>Darin NCCL-Puffer: %1 (%2)</translation>
    </message>
    <message>
        <source>Capacity: %1</source>
        <translation>Kapazität: %1</translation>
    </message>
    <message>
        <source>Reached %1</source>
        <translation>Erreicht %1</translation>
    </message>
    <message>
        <source>Capacity %1</source>
        <translation>Kapazität %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of %1 devices exceed their capacity.</source>
        <translation>
            <numerusform>%Ln von %1 Geräten übersteigt seine Kapazität.</numerusform>
            <numerusform>%Ln von %1 Geräten übersteigen ihre Kapazität.</numerusform>
        </translation>
    </message>
    <message>
        <source>Upper bound</source>
        <translation>Obere Schranke</translation>
    </message>
    <message>
        <source>Peak on device %1: %2 of %3, %4; %5.</source>
        <translation>Spitze auf Gerät %1: %2 von %3, %4; %5.</translation>
    </message>
    <message>
        <source>Peak on device %1: %2 of %3, %4. Largest share of capacity: device %5, %6.</source>
        <translation>Spitze auf Gerät %1: %2 von %3, %4. Größter Anteil der Kapazität: Gerät %5, %6.</translation>
    </message>
</context>
<context>
    <name>stagecraft::MemoryPane</name>
    <message>
        <source>Memory per device, as a table</source>
        <translation>Speicher je Gerät, als Tabelle</translation>
    </message>
    <message>
        <source>No plan selected</source>
        <translation>Kein Plan gewählt</translation>
    </message>
    <message>
        <source>The memory of each device appears here with the first plan.</source>
        <translation>Der Speicher jedes Geräts erscheint hier mit dem ersten Plan.</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Plan from the Compare pane whose bars are also shown</source>
        <translation>Plan aus dem Bereich „Vergleich“, dessen Balken ebenfalls gezeigt werden</translation>
    </message>
    <message>
        <source>%1 peaks at %2, %3 at %4.</source>
        <translation>%1 hat eine Spitze von %2, %3 eine von %4.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keinem</translation>
    </message>
    <message>
        <source>Recorded run</source>
        <translation>Aufgezeichneter Lauf</translation>
    </message>
    <message>
        <source>Show the memory of a recorded run over time, next to its prediction</source>
        <translation>Den Speicher eines aufgezeichneten Laufs über der Zeit neben der Vorhersage zeigen</translation>
    </message>
</context>
<context>
    <name>stagecraft::ModelPane</name>
    <message>
        <source>Layers of the model, as a table</source>
        <translation>Schichten des Modells, als Tabelle</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Noch kein Modell</translation>
    </message>
    <message>
        <source>Choose a model in the Problem pane. Its layers appear here.</source>
        <translation>Im Bereich „Problem“ ein Modell wählen. Seine Schichten erscheinen hier.</translation>
    </message>
    <message>
        <source>The layers of %1 do not fit this workload</source>
        <translation>Die Schichten von %1 passen nicht zu diesem Workload</translation>
    </message>
</context>
<context>
    <name>stagecraft::MoneyForm</name>
    <message>
        <source>Run and price</source>
        <translation>Lauf und Preis</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Interruptions and energy</source>
        <translation>Unterbrechungen und Energie</translation>
    </message>
    <message>
        <source>Length of the training run in tokens, or in samples for models without tokens. Examples: 300 B, 1.5 T, 3e11</source>
        <translation>Länge des Trainingslaufs in Tokens, bei Modellen ohne Tokens in Samples. Beispiele: 300 B, 1,5 T, 3e11</translation>
    </message>
    <message>
        <source>one step</source>
        <translation>ein Schritt</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>%1 to train on</source>
        <translation>%1 des Trainingslaufs</translation>
    </message>
    <message>
        <source>No price</source>
        <translation>Kein Preis</translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation>Preis von %1</translation>
    </message>
    <message>
        <source>Could not save the offer</source>
        <translation>Das Angebot konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Import offers</source>
        <translation>Angebote importieren</translation>
    </message>
    <message>
        <source>Offer tables (*.csv)</source>
        <translation>Angebotstabellen (*.csv)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Could not import offers</source>
        <translation>Angebote konnten nicht importiert werden</translation>
    </message>
    <message>
        <source>%1
Your custom offers have not changed.</source>
        <translation>%1
Die benutzerdefinierten Angebote sind unverändert.</translation>
    </message>
    <message>
        <source>Offers imported</source>
        <translation>Angebote importiert</translation>
    </message>
    <message>
        <source>%1 added, %2 replaced. The Price menu lists them for clusters of matching nodes.</source>
        <translation>%1 hinzugefügt, %2 ersetzt. Das Menü „Preis“ führt sie bei Clustern aus passenden Knoten auf.</translation>
    </message>
    <message>
        <source>Remove offer %1?</source>
        <translation>Angebot %1 entfernen?</translation>
    </message>
    <message>
        <source>Clusters that use this offer keep its price. A bundled offer of the same name becomes available again.</source>
        <translation>Cluster mit diesem Angebot behalten seinen Preis. Ein mitgeliefertes Angebot gleichen Namens ist wieder verfügbar.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Could not remove the offer</source>
        <translation>Das Angebot konnte nicht entfernt werden</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an amount between 1 and 10¹⁸. Enter an amount such as 300 B, 1.5 T or 3e11.</source>
        <translation>„%1“ ist keine Menge zwischen 1 und 10¹⁸. Eine Menge wie 300 B, 1,5 T oder 3e11 eingeben.</translation>
    </message>
</context>
<context>
    <name>stagecraft::NoticeBar</name>
    <message>
        <source>Save a copy…</source>
        <translation>Kopie speichern…</translation>
    </message>
    <message>
        <source>Save a copy under another name and continue in the copy</source>
        <translation>Eine Kopie unter anderem Namen speichern und darin weiterarbeiten</translation>
    </message>
</context>
<context>
    <name>stagecraft::ObjectiveBar</name>
    <message>
        <source>Objective</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Keep the current objective</source>
        <translation>Aktuelles Ziel behalten</translation>
    </message>
    <message>
        <source>Keep the current objective. Change it later with the stars below or in the Problem pane.</source>
        <translation>Das aktuelle Ziel behalten. Später mit den Sternen darunter oder im Bereich „Problem“ ändern.</translation>
    </message>
    <message>
        <source>Optimize for</source>
        <translation>Optimieren auf</translation>
    </message>
</context>
<context>
    <name>stagecraft::OfferButton</name>
    <message>
        <source>Price: %1</source>
        <translation>Preis: %1</translation>
    </message>
    <message>
        <source>%1, custom</source>
        <translation>%1, benutzerdefiniert</translation>
    </message>
    <message>
        <source>%1 (%2)	%3/h</source>
        <translation>%1 (%2)	%3/h</translation>
    </message>
    <message>
        <source>No offers for nodes with %1 × %2</source>
        <translation>Keine Angebote für Knoten mit %1 × %2</translation>
    </message>
    <message>
        <source>No price</source>
        <translation>Kein Preis</translation>
    </message>
    <message>
        <source>Custom offer…</source>
        <translation>Benutzerdefiniertes Angebot…</translation>
    </message>
    <message>
        <source>Enter the price that you pay and save it as a custom offer</source>
        <translation>Den gezahlten Preis eingeben und als benutzerdefiniertes Angebot speichern</translation>
    </message>
    <message>
        <source>Remove this custom offer</source>
        <translation>Dieses benutzerdefinierte Angebot entfernen</translation>
    </message>
    <message>
        <source>Import offers (CSV)…</source>
        <translation>Angebote importieren (CSV)…</translation>
    </message>
</context>
<context>
    <name>stagecraft::OfferDialog</name>
    <message>
        <source>User-defined offer</source>
        <translation>Benutzerdefiniertes Angebot</translation>
    </message>
    <message>
        <source>Enter the price of a node with %1 × %2. The offer is saved for all workspaces and used for this cluster.</source>
        <translation>Preis eines Knotens mit %1 × %2 angeben. Das Angebot wird für alle Arbeitsbereiche gespeichert und für diesen Cluster benutzt.</translation>
    </message>
    <message>
        <source>&amp;Save and use</source>
        <translation>&amp;Speichern und benutzen</translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>Nicht gesetzt</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>Anbieter</translation>
    </message>
    <message>
        <source>Cloud provider or owner of the nodes</source>
        <translation>Anbieter oder Eigentümer der Knoten</translation>
    </message>
    <message>
        <source>Node type</source>
        <translation>Knotentyp</translation>
    </message>
    <message>
        <source>Name that the provider uses for this type of node</source>
        <translation>Name des Anbieters für diese Art von Knoten</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>The provider can interrupt spot nodes at any time</source>
        <translation>Der Anbieter kann Spot-Knoten jederzeit unterbrechen</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Source of the price, such as a web page or a contract</source>
        <translation>Quelle des Preises, etwa eine Webseite oder ein Vertrag</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Date of the price</source>
        <translation>Datum des Preises</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Purchase price</source>
        <translation>Kaufpreis</translation>
    </message>
    <message>
        <source>$ per node</source>
        <translation>$ je Knoten</translation>
    </message>
    <message>
        <source>Service life</source>
        <translation>Nutzungsdauer</translation>
    </message>
    <message>
        <source>years</source>
        <translation>Jahre</translation>
    </message>
    <message>
        <source>Interruptions</source>
        <translation>Unterbrechungen</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>kW per node</source>
        <translation>kW je Knoten</translation>
    </message>
    <message>
        <source>Energy price</source>
        <translation>Energiepreis</translation>
    </message>
    <message>
        <source>$ per kWh</source>
        <translation>$ je kWh</translation>
    </message>
    <message>
        <source>Enter a provider name that starts with a letter and contains only letters, digits and . _ + -</source>
        <translation>Einen Namen des Anbieters eingeben, der mit einem Buchstaben beginnt und nur Buchstaben, Ziffern und . _ + - enthält</translation>
    </message>
    <message>
        <source>Enter a node type that contains only letters, digits and . _ + - and does not start with a count such as 8x.</source>
        <translation>Einen Knotentyp eingeben, der nur Buchstaben, Ziffern und . _ + - enthält und nicht mit einer Anzahl wie 8x beginnt.</translation>
    </message>
    <message>
        <source>Enter either an hourly price or a purchase price, not both.</source>
        <translation>Entweder einen Stundenpreis oder einen Kaufpreis eingeben, nicht beides.</translation>
    </message>
    <message>
        <source>Enter a price above 0.</source>
        <translation>Einen Preis über 0 eingeben.</translation>
    </message>
    <message>
        <source>Enter both a purchase price and a service life.</source>
        <translation>Kaufpreis und Nutzungsdauer eingeben.</translation>
    </message>
    <message>
        <source>Enter both the power and the energy price, or neither.</source>
        <translation>Leistung und Energiepreis eingeben oder keines von beiden.</translation>
    </message>
    <message>
        <source>Enter the source of the price.</source>
        <translation>Die Quelle des Preises eingeben.</translation>
    </message>
    <message>
        <source>An offer %1 already exists. Your offer overrides it.</source>
        <translation>Es gibt schon ein Angebot %1. Das eigene hat Vorrang.</translation>
    </message>
    <message>
        <source>$ per node-hour</source>
        <translation>$ je Knoten und Stunde</translation>
    </message>
    <message>
        <source>per node-hour</source>
        <translation>je Knoten und Stunde</translation>
    </message>
</context>
<context>
    <name>stagecraft::Pane</name>
    <message>
        <source>Show as a table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
</context>
<context>
    <name>stagecraft::PartitionerBars</name>
    <message>
        <source>Peak memory by partitioner</source>
        <translation>Spitzenspeicher je Partitionierer</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <translation>%1: %2. %3</translation>
    </message>
    <message>
        <source>No comparison.</source>
        <translation>Kein Vergleich.</translation>
    </message>
    <message>
        <source>Stagecraft</source>
        <translation>Stagecraft</translation>
    </message>
    <message>
        <source>Other partitioners</source>
        <translation>Andere Partitionierer</translation>
    </message>
    <message>
        <source>Peak above capacity</source>
        <translation>Spitze über der Kapazität</translation>
    </message>
    <message>
        <source>Capacity %1</source>
        <translation>Kapazität %1</translation>
    </message>
    <message>
        <source>Capacity %1 (off scale)</source>
        <translation>Kapazität %1 (außerhalb der Achse)</translation>
    </message>
</context>
<context>
    <name>stagecraft::PartitionerModel</name>
    <message>
        <source>Partitioner</source>
        <translation>Partitionierer</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>Parallelität</translation>
    </message>
    <message>
        <source>Split points</source>
        <translation>Schnitte</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>vs. Stagecraft</source>
        <translation>Gegenüber Stagecraft</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Omitted rules</source>
        <translation>Nicht befolgt</translation>
    </message>
    <message>
        <source>First layer of each stage, followed by the number of layers</source>
        <translation>Erste Schicht jeder Stufe, dann die Anzahl der Schichten</translation>
    </message>
    <message>
        <source>Parts of the partitioner&apos;s rule that Stagecraft cannot follow</source>
        <translation>Teile der Regel des Partitionierers, die Stagecraft nicht befolgen kann</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
</context>
<context>
    <name>stagecraft::PartitionersPane</name>
    <message>
        <source>Add to candidates</source>
        <translation>Zu den Kandidaten</translation>
    </message>
    <message>
        <source>Partitioners and their plans</source>
        <translation>Partitionierer und ihre Pläne</translation>
    </message>
    <message>
        <source>Comparison mode</source>
        <translation>Art des Vergleichs</translation>
    </message>
    <message>
        <source>Split points only</source>
        <translation>Nur Schnitte</translation>
    </message>
    <message>
        <source>Each partitioner chooses the split points of the recommended plan: same parallelism, micro-batch size and schedule</source>
        <translation>Jeder Partitionierer wählt die Schnitte des empfohlenen Plans: gleiche Parallelität, Micro-Batch-Größe und gleicher Schedule</translation>
    </message>
    <message>
        <source>Complete plans</source>
        <translation>Vollständige Pläne</translation>
    </message>
    <message>
        <source>Each partitioner also chooses the parallelism and micro-batch size that are best by its rule</source>
        <translation>Jeder Partitionierer wählt auch die Parallelität und die Micro-Batch-Größe, die nach seiner Regel die besten sind</translation>
    </message>
    <message>
        <source>Add the plan of the selected partitioner to the candidates as a user-defined plan</source>
        <translation>Den Plan des gewählten Partitionierers als eigenen Plan zu den Kandidaten hinzufügen</translation>
    </message>
    <message>
        <source>The search found no plan with the same parallelism in all stages, which the comparison requires.</source>
        <translation>Die Suche hat keinen Plan mit gleicher Parallelität in allen Stufen gefunden, den der Vergleich voraussetzt.</translation>
    </message>
    <message>
        <source>Partitioners can be compared on a single device type only; this cluster has several device groups.</source>
        <translation>Partitionierer lassen sich nur auf einem einzigen Gerätetyp vergleichen; dieser Cluster hat mehrere Gerätegruppen.</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation>Nichts zu vergleichen</translation>
    </message>
    <message>
        <source>Plans of other partitioners appear here once the search has found a plan.</source>
        <translation>Pläne anderer Partitionierer erscheinen hier, sobald die Suche einen Plan gefunden hat.</translation>
    </message>
    <message>
        <source>Add a partitioner&apos;s plan</source>
        <translation>Plan eines Partitionierers hinzufügen</translation>
    </message>
</context>
<context>
    <name>stagecraft::PeakGroupModel</name>
    <message>
        <source>Allocated by</source>
        <translation>Belegt von</translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation>Bei der Spitze</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Stack frames outside PyTorch, innermost first</source>
        <translation>Ebenen des Aufrufstapels außerhalb von PyTorch, innerste zuerst</translation>
    </message>
    <message>
        <source>Share of the allocated peak</source>
        <translation>Anteil an der belegten Spitze</translation>
    </message>
    <message>
        <source>Use of the memory, inferred from stack traces</source>
        <translation>Verwendung des Speichers, aus Aufrufstapeln abgeleitet</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1 (Bytes)</translation>
    </message>
    <message>
        <source>%1 (fraction)</source>
        <translation>%1 (Anteil)</translation>
    </message>
    <message>
        <source>Bytes at the recorded peak that were allocated with this stack trace</source>
        <translation>Bytes bei der aufgezeichneten Spitze, die mit diesem Aufrufstapel belegt wurden</translation>
    </message>
</context>
<context>
    <name>stagecraft::PickCard</name>
    <message>
        <source>Recommended: the objective of this workspace</source>
        <translation>Empfohlen: das Ziel dieses Arbeitsbereichs</translation>
    </message>
</context>
<context>
    <name>stagecraft::PlanPane</name>
    <message>
        <source>Details of the selected plan</source>
        <translation>Einzelheiten des gewählten Plans</translation>
    </message>
    <message>
        <source>No plan selected</source>
        <translation>Kein Plan gewählt</translation>
    </message>
    <message>
        <source>The settings, estimates and basis of the selected plan appear here.</source>
        <translation>Einstellungen, Schätzungen und Grundlage des gewählten Plans erscheinen hier.</translation>
    </message>
</context>
<context>
    <name>stagecraft::PointModel</name>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>More than %1</source>
        <translation>Mehr als %1</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>Speicher erschöpft</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Not measured for this layer. Other layers were measured at this point.</source>
        <translation>Für diese Schicht nicht gemessen. Andere Schichten wurden an diesem Punkt gemessen.</translation>
    </message>
    <message>
        <source>The device ran out of memory. Larger micro-batch sizes are not tried.</source>
        <translation>Der Speicher des Geräts reichte nicht. Größere Micro-Batch-Größen werden nicht versucht.</translation>
    </message>
    <message>
        <source>%1, half the interquartile range is %2</source>
        <translation>%1, halber Quartilsabstand %2</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>same saved bytes</source>
        <translation>gleiche gespeicherte Bytes</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>Micro-batch size</source>
        <translation>Micro-Batch-Größe</translation>
    </message>
    <message>
        <source>Image size</source>
        <translation>Bildgröße</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>Verglichen</translation>
    </message>
    <message>
        <source>Measured at</source>
        <translation>Gemessen am</translation>
    </message>
    <message>
        <source>Forward %1, backward %2</source>
        <translation>Vorwärts %1, rückwärts %2</translation>
    </message>
    <message>
        <source>Saved bytes on the compared device minus those on this device; &quot;equal&quot; if all memory values agree</source>
        <translation>Gespeicherte Bytes auf dem verglichenen Gerät minus die auf diesem; „gleich“, wenn alle Speicherwerte übereinstimmen</translation>
    </message>
    <message>
        <source>%1 (UTC), on %2</source>
        <translation>%1 (UTC), auf %2</translation>
    </message>
    <message>
        <source>%1 (s)</source>
        <translation>%1 (s)</translation>
    </message>
    <message>
        <source>%1 (fraction)</source>
        <translation>%1 (Anteil)</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1 (Bytes)</translation>
    </message>
    <message>
        <source>Forward time, compared device / this device</source>
        <translation>Vorwärtszeit, verglichenes / dieses Gerät</translation>
    </message>
    <message>
        <source>Backward time, compared device / this device</source>
        <translation>Rückwärtszeit, verglichenes / dieses Gerät</translation>
    </message>
    <message>
        <source>Saved, compared device - this device (bytes)</source>
        <translation>Gespeichert, verglichenes - dieses Gerät (Bytes)</translation>
    </message>
    <message>
        <source>Measured at (UTC)</source>
        <translation>Gemessen am (UTC)</translation>
    </message>
    <message numerus="yes">
        <source>Median of %Ln runs</source>
        <translation>
            <numerusform>Median aus %Ln Lauf</numerusform>
            <numerusform>Median aus %Ln Läufen</numerusform>
        </translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Trockenlauf</translation>
    </message>
    <message>
        <source>Memory allocated on the simulated device. A dry run computes nothing, so there are no times.</source>
        <translation>Auf dem simulierten Gerät belegter Speicher. Ein Trockenlauf berechnet nichts, also gibt es keine Zeiten.</translation>
    </message>
    <message>
        <source>Dry run of %1</source>
        <translation>Trockenlauf von %1</translation>
    </message>
</context>
<context>
    <name>stagecraft::ProblemPane</name>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Ein Modell wählen</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen…</translation>
    </message>
    <message>
        <source>Open a Hugging Face config.json, a TorchScript file or a layer table (CSV)</source>
        <translation>Eine config.json von Hugging Face, eine TorchScript-Datei oder eine Schichttabelle (CSV) öffnen</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Workload</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Globaler Batch</translation>
    </message>
    <message>
        <source>Samples per optimizer step, across all devices</source>
        <translation>Samples je Optimizer-Schritt, über alle Geräte</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Tokens per sample</source>
        <translation>Tokens je Sample</translation>
    </message>
    <message>
        <source>Micro-batch size</source>
        <translation>Micro-Batch-Größe</translation>
    </message>
    <message>
        <source>Samples that each replica processes at a time</source>
        <translation>Samples, die jedes Replikat auf einmal verarbeitet</translation>
    </message>
    <message>
        <source>Attention implementation. It determines which activations are saved for the backward pass.</source>
        <translation>Implementierung der Attention. Sie bestimmt, welche Aktivierungen für den Rückwärtslauf gespeichert werden.</translation>
    </message>
    <message>
        <source>Dropout saves a mask for the backward pass.</source>
        <translation>Dropout speichert eine Maske für den Rückwärtslauf.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Device types</source>
        <translation>Gerätetypen</translation>
    </message>
    <message>
        <source>Choose a device type from the catalog</source>
        <translation>Gerätetyp aus dem Katalog wählen</translation>
    </message>
    <message>
        <source>%1	%2</source>
        <translation>%1	%2</translation>
    </message>
    <message>
        <source>Trainable</source>
        <translation>Trainierbar</translation>
    </message>
    <message>
        <source>Open model</source>
        <translation>Modell öffnen</translation>
    </message>
    <message>
        <source>Models (*.json *.csv *.pt *.pth)</source>
        <translation>Modelle (*.json *.csv *.pt *.pth)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 (bundled)</source>
        <translation>%1 (mitgeliefert)</translation>
    </message>
    <message>
        <source>%1 (zoo)</source>
        <translation>%1 (Zoo)</translation>
    </message>
    <message>
        <source>Choose a model from the list, or open a config.json or a layer table.</source>
        <translation>Ein Modell aus der Liste wählen oder eine config.json oder Schichttabelle öffnen.</translation>
    </message>
    <message>
        <source>Image size</source>
        <translation>Bildgröße</translation>
    </message>
    <message>
        <source>Pixels per side of an image</source>
        <translation>Pixel je Seite eines Bildes</translation>
    </message>
    <message>
        <source>%1
Plans use %2 until this is fixed.</source>
        <translation>%1
Bis zur Korrektur gilt %2.</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>Micro-Batches</translation>
    </message>
    <message>
        <source>Number of micro-batches per step (gradient accumulation steps). If set, the micro-batch size follows from the global batch and the data-parallel size.</source>
        <translation>Anzahl der Micro-Batches je Schritt (Gradientenakkumulation). Ist sie gesetzt, folgt die Micro-Batch-Größe aus dem globalen Batch und dem Datengrad.</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>Nodes x devices x type, or the path of a cluster file.
:memory and @price ($ per node and hour) override the catalog.
Examples: 4xcpu:8GiB, 8xA100-80GB, 2x8xH100-80GB@32</source>
        <translation>Knoten x Geräte x Typ oder der Pfad einer Clusterdatei.
:Speicher und @Preis ($ je Knoten und Stunde) ersetzen die Werte des Katalogs.
Beispiele: 4xcpu:8GiB, 8xA100-80GB, 2x8xH100-80GB@32</translation>
    </message>
    <message>
        <source>Choose the model to train on the cluster in %1.</source>
        <translation>Das Modell wählen, das auf dem Cluster aus %1 trainiert werden soll.</translation>
    </message>
    <message>
        <source>%1
Plans use the previous setting until this is fixed.</source>
        <translation>%1
Bis zur Korrektur gilt die vorherige Einstellung.</translation>
    </message>
</context>
<context>
    <name>stagecraft::ProfileDialog</name>
    <message>
        <source>Profile</source>
        <translation>Profilieren</translation>
    </message>
    <message>
        <source>Measures memory and time of each distinct layer of %1 on this machine, one layer at a time. Each result is saved immediately, and plans update while the profile runs.</source>
        <translation>Misst Speicher und Zeit jeder unterschiedlichen Schicht von %1 auf diesem Rechner, eine Schicht nach der anderen. Jedes Ergebnis wird sofort gespeichert, und Pläne werden während des Profils aktualisiert.</translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation>&amp;Profilieren</translation>
    </message>
    <message numerus="yes">
        <source>Up to %Ln measurements, %1 remaining.</source>
        <translation>
            <numerusform>Höchstens %Ln Messung, verbleibend: %1.</numerusform>
            <numerusform>Höchstens %Ln Messungen, verbleibend: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln measurements, %1 remaining.</source>
        <translation>
            <numerusform>%Ln Messung, verbleibend: %1.</numerusform>
            <numerusform>%Ln Messungen, verbleibend: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::ProfileForm</name>
    <message>
        <source>Enter comma-separated numbers, for example 1, 2, 4.</source>
        <translation>Durch Kommas getrennte Zahlen eingeben, zum Beispiel 1, 2, 4.</translation>
    </message>
    <message>
        <source>&amp;Load the TorchScript file (runs code from the file)</source>
        <translation>TorchScript-Datei &amp;laden (führt Code aus der Datei aus)</translation>
    </message>
    <message>
        <source>These settings differ from the training settings of the problem. Plans use the measurements only if both match.</source>
        <translation>Diese Einstellungen weichen von den Trainingseinstellungen des Problems ab. Pläne verwenden die Messungen nur, wenn beide übereinstimmen.</translation>
    </message>
    <message>
        <source>Se&amp;quence parallelism</source>
        <translation>Se&amp;quenzparallelität</translation>
    </message>
    <message>
        <source>Full recomp&amp;utation</source>
        <translation>Vollständige Ne&amp;uberechnung</translation>
    </message>
    <message>
        <source>Additivity c&amp;hecks</source>
        <translation>Prü&amp;fungen der Additivität</translation>
    </message>
    <message>
        <source>Retr&amp;y layers that ran out of memory</source>
        <translation>Schichten ohne genug Speicher noch einmal &amp;versuchen</translation>
    </message>
    <message>
        <source>&amp;More options</source>
        <translation>&amp;Weitere Optionen</translation>
    </message>
    <message>
        <source>Micro-&amp;batch sizes</source>
        <translation>Micro-&amp;Batch-Größen</translation>
    </message>
    <message>
        <source>Samples per micro-batch on one device. Costs at other micro-batch sizes are estimated from at least two measured sizes.</source>
        <translation>Samples je Micro-Batch auf einem Gerät. Kosten bei anderen Micro-Batch-Größen werden aus mindestens zwei gemessenen Größen geschätzt.</translation>
    </message>
    <message>
        <source>Image &amp;sides</source>
        <translation>Bild&amp;seiten</translation>
    </message>
    <message>
        <source>&amp;Sequence lengths</source>
        <translation>&amp;Sequenzlängen</translation>
    </message>
    <message>
        <source>Side length of the square images in pixels; one or more values</source>
        <translation>Seitenlänge der quadratischen Bilder in Pixeln; ein oder mehrere Werte</translation>
    </message>
    <message>
        <source>Tokens per sample; one or more values</source>
        <translation>Tokens je Sample; ein oder mehrere Werte</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CUDA GPU</source>
        <translation>CUDA-GPU</translation>
    </message>
    <message>
        <source>index </source>
        <translation>Index </translation>
    </message>
    <message>
        <source>GPU index</source>
        <translation>GPU-Index</translation>
    </message>
    <message>
        <source>Index of the GPU on this machine, starting at 0</source>
        <translation>Index der GPU auf diesem Rechner, beginnend mit 0</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Device that runs the measurements</source>
        <translation>Gerät, auf dem gemessen wird</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>&amp;Gerät</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>&amp;Time budget</source>
        <translation>&amp;Zeitbudget</translation>
    </message>
    <message>
        <source>No new layer is started after this time. You can measure the remaining layers later.</source>
        <translation>Nach dieser Zeit wird keine neue Schicht begonnen. Die übrigen Schichten lassen sich später messen.</translation>
    </message>
    <message>
        <source>%1: load this file only if you trust its author</source>
        <translation>%1: diese Datei nur laden, wenn Sie ihrem Autor vertrauen</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Pre&amp;cision</source>
        <translation>Genau&amp;igkeit</translation>
    </message>
    <message>
        <source>Number format of training</source>
        <translation>Zahlenformat des Trainings</translation>
    </message>
    <message>
        <source>&amp;Optimizer</source>
        <translation>&amp;Optimizer</translation>
    </message>
    <message>
        <source>The optimizer state and the optimizer step are measured too</source>
        <translation>Optimizer-Zustand und Optimizer-Schritt werden mitgemessen</translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation>&amp;Attention</translation>
    </message>
    <message>
        <source>Attention implementation; it determines the size of the saved activations</source>
        <translation>Implementierung der Attention; sie bestimmt die Größe der gespeicherten Aktivierungen</translation>
    </message>
    <message>
        <source>D&amp;ropout</source>
        <translation>D&amp;ropout</translation>
    </message>
    <message>
        <source>Dropout saves a mask for the backward pass</source>
        <translation>Dropout speichert eine Maske für den Rückwärtslauf</translation>
    </message>
    <message>
        <source>Sharded layers</source>
        <translation>Aufgeteilte Schichten</translation>
    </message>
    <message>
        <source>unsharded only</source>
        <translation>nur unaufgeteilt</translation>
    </message>
    <message>
        <source>Te&amp;nsor-parallel sizes</source>
        <translation>Te&amp;nsorgrade</translation>
    </message>
    <message>
        <source>Also measure the shard of one tensor-parallel rank at these sizes, for example 2, 4</source>
        <translation>Auch den Anteil eines tensorparallelen Rangs bei diesen Graden messen, zum Beispiel 2, 4</translation>
    </message>
    <message>
        <source>&amp;Expert-parallel sizes</source>
        <translation>&amp;Expertengrade</translation>
    </message>
    <message>
        <source>Also measure the shard of one expert-parallel rank at these sizes</source>
        <translation>Auch den Anteil eines expertenparallelen Rangs bei diesen Graden messen</translation>
    </message>
    <message>
        <source>Split activations along the sequence dimension outside tensor-parallel regions</source>
        <translation>Aktivierungen außerhalb der tensorparallelen Bereiche entlang der Sequenz aufteilen</translation>
    </message>
    <message>
        <source>Also measure</source>
        <translation>Außerdem messen</translation>
    </message>
    <message>
        <source>Measure each layer except embedding and head with full activation recomputation too</source>
        <translation>Jede Schicht außer Embedding und Kopf auch mit vollständiger Neuberechnung messen</translation>
    </message>
    <message>
        <source>Run neighboring layers together, and two micro-batches in flight, to check that the costs of single layers add up</source>
        <translation>Benachbarte Schichten zusammen und zwei Micro-Batches gleichzeitig ausführen, um zu prüfen, ob sich die Kosten der Schichten addieren</translation>
    </message>
    <message>
        <source>Measure these layers again; other programs may have used the memory at that time</source>
        <translation>Diese Schichten noch einmal messen; andere Programme können damals den Speicher belegt haben</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Measure all sizes</source>
        <translation>Alle Größen messen</translation>
    </message>
    <message>
        <source>To&amp;lerance</source>
        <translation>&amp;Toleranz</translation>
    </message>
    <message>
        <source>Larger micro-batch sizes are skipped once a measurement is this close to the line through the two before it</source>
        <translation>Größere Micro-Batches werden übersprungen, sobald eine Messung so nahe an der Geraden durch die beiden vorherigen liegt</translation>
    </message>
    <message>
        <source>dropout %1</source>
        <translation>Dropout %1</translation>
    </message>
    <message>
        <source>tensor-parallel size %1</source>
        <translation>Tensorgrad %1</translation>
    </message>
    <message>
        <source>expert-parallel size %1</source>
        <translation>Expertengrad %1</translation>
    </message>
    <message>
        <source>sequence parallelism</source>
        <translation>Sequenzparallelität</translation>
    </message>
    <message>
        <source>full recomputation</source>
        <translation>vollständige Neuberechnung</translation>
    </message>
    <message>
        <source>additivity checks</source>
        <translation>Prüfungen der Additivität</translation>
    </message>
    <message>
        <source>retry out-of-memory layers</source>
        <translation>Schichten ohne genug Speicher wiederholen</translation>
    </message>
    <message>
        <source>tolerance %1</source>
        <translation>Toleranz %1</translation>
    </message>
    <message>
        <source>Dry run of %1 (no GPU)</source>
        <translation>Trockenlauf von %1 (ohne GPU)</translation>
    </message>
</context>
<context>
    <name>stagecraft::ProfileRunner</name>
    <message>
        <source>micro-batch size %1</source>
        <translation>Micro-Batch %1</translation>
    </message>
    <message>
        <source>%1: peak %2, forward %3, backward %4</source>
        <translation>%1: Spitze %2, vorwärts %3, rückwärts %4</translation>
    </message>
    <message>
        <source>%1: saved %2, forward %3, backward %4</source>
        <translation>%1: gespeichert %2, vorwärts %3, rückwärts %4</translation>
    </message>
    <message>
        <source>%1: out of memory (%2)</source>
        <translation>%1: Speicher erschöpft (%2)</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Running on %1 with %2</source>
        <translation>Läuft auf %1 mit %2</translation>
    </message>
    <message>
        <source>Stopped; measurements kept: %1</source>
        <translation>Angehalten; behaltene Messungen: %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Wird angehalten</translation>
    </message>
    <message>
        <source>Stopped: another workspace was opened</source>
        <translation>Angehalten: Ein anderer Arbeitsbereich wurde geöffnet</translation>
    </message>
    <message>
        <source>%1: peak %2</source>
        <translation>%1: Spitze %2</translation>
    </message>
    <message>
        <source>%1: saved %2</source>
        <translation>%1: gespeichert %2</translation>
    </message>
    <message>
        <source>Time budget used up: %1 measured</source>
        <translation>Zeitbudget verbraucht: %1 gemessen</translation>
    </message>
    <message>
        <source>Done: %1 measured</source>
        <translation>Fertig: %1 gemessen</translation>
    </message>
</context>
<context>
    <name>stagecraft::ProfilesPane</name>
    <message>
        <source>Measurements</source>
        <translation>Messungen</translation>
    </message>
    <message>
        <source>Measured memory and time of each distinct layer</source>
        <translation>Gemessener Speicher und gemessene Zeit jeder unterschiedlichen Schicht</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Parameters, work and activations of each layer</source>
        <translation>Parameter, Arbeit und Aktivierungen jeder Schicht</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Dev&amp;ice</source>
        <translation>G&amp;erät</translation>
    </message>
    <message>
        <source>Compare &amp;with</source>
        <translation>Vergleichen &amp;mit</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keinem</translation>
    </message>
    <message>
        <source>To compare with a second device, add its measurements with stagecraft-cli workspace import and reopen this workspace.</source>
        <translation>Zum Vergleich mit einem zweiten Gerät dessen Messungen mit stagecraft-cli workspace import hinzufügen und diesen Arbeitsbereich neu öffnen.</translation>
    </message>
    <message>
        <source>Continue the last profile without repeating its measurements</source>
        <translation>Das letzte Profil fortsetzen, ohne seine Messungen zu wiederholen</translation>
    </message>
    <message>
        <source>Measure the missing points: %1</source>
        <translation>Fehlende Punkte messen: %1</translation>
    </message>
    <message>
        <source>Delete the measurement?</source>
        <translation>Die Messung löschen?</translation>
    </message>
    <message>
        <source>Delete %1 measurements?</source>
        <translation>%1 Messungen löschen?</translation>
    </message>
    <message>
        <source>This permanently removes them from the workspace. You can measure the layers again, or import files again with stagecraft-cli.</source>
        <translation>Sie werden endgültig aus dem Arbeitsbereich entfernt. Schichten lassen sich noch einmal messen und Dateien mit stagecraft-cli noch einmal importieren.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>stagecraft::ReadOnlyNotice</name>
    <message>
        <source>Read-only</source>
        <translation>Schreibgeschützt</translation>
    </message>
    <message>
        <source>Re&amp;open</source>
        <translation>Erneut ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Reload the workspace. You can edit it once no other window or program has it open.</source>
        <translation>Den Arbeitsbereich neu laden. Er lässt sich bearbeiten, sobald kein anderes Fenster oder Programm ihn geöffnet hat.</translation>
    </message>
    <message>
        <source>This workspace is open in another window or program; this is a read-only snapshot. Close it there and reopen it here, or save a copy to edit.</source>
        <translation>Dieser Arbeitsbereich ist in einem anderen Fenster oder Programm geöffnet; hier ist nur eine schreibgeschützte Momentaufnahme. Dort schließen und hier erneut öffnen oder zum Bearbeiten eine Kopie speichern.</translation>
    </message>
    <message>
        <source>This workspace is read-only because its file cannot be written. Save a copy to edit.</source>
        <translation>Dieser Arbeitsbereich ist schreibgeschützt, weil seine Datei nicht geschrieben werden kann. Zum Bearbeiten eine Kopie speichern.</translation>
    </message>
</context>
<context>
    <name>stagecraft::RemedyList</name>
    <message>
        <source>Searching for changes that make a plan fit…</source>
        <translation>Änderungen werden gesucht, mit denen ein Plan passt…</translation>
    </message>
    <message>
        <source>The search for changes that make a plan fit was canceled.</source>
        <translation>Die Suche nach Änderungen, mit denen ein Plan passt, wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Found no change to settings or nodes that makes a plan fit.</source>
        <translation>Keine Änderung an Einstellungen oder Knoten gefunden, mit der ein Plan passt.</translation>
    </message>
    <message>
        <source>These changes make a plan fit (those that add devices come last):</source>
        <translation>Mit diesen Änderungen passt ein Plan (zuletzt die mit mehr Geräten):</translation>
    </message>
    <message>
        <source>Apply: %1</source>
        <translation>Anwenden: %1</translation>
    </message>
    <message>
        <source>Apply this change. Command-line options: %1</source>
        <translation>Diese Änderung anwenden. Optionen der Befehlszeile: %1</translation>
    </message>
    <message>
        <source>Make it fit: %1</source>
        <translation>Passend machen: %1</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
</context>
<context>
    <name>stagecraft::RunGroupModel</name>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Mean error</source>
        <translation>Mittlerer Fehler</translation>
    </message>
    <message>
        <source>Median error</source>
        <translation>Medianfehler</translation>
    </message>
    <message>
        <source>90 % quantile</source>
        <translation>90-%-Quantil</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Verzerrung</translation>
    </message>
    <message>
        <source>Rank corr.</source>
        <translation>Rangkorr.</translation>
    </message>
    <message>
        <source>%1 (fraction)</source>
        <translation>%1 (Anteil)</translation>
    </message>
    <message>
        <source>Within bounds</source>
        <translation>Innerhalb der Grenzen</translation>
    </message>
</context>
<context>
    <name>stagecraft::ScenarioList</name>
    <message>
        <source>Pinned scenarios</source>
        <translation>Angeheftete Szenarien</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>No scenarios. Click Pin to save the current what-if values and their plan as a scenario.</source>
        <translation>Keine Szenarien. „Anheften“ speichert die jetzigen Was-wäre-wenn-Werte und ihren Plan als Szenario.</translation>
    </message>
    <message>
        <source>Remove the selected scenario (can be undone)</source>
        <translation>Das gewählte Szenario entfernen (lässt sich rückgängig machen)</translation>
    </message>
    <message>
        <source>Pin scenario</source>
        <translation>Szenario anheften</translation>
    </message>
    <message>
        <source>Rename scenario</source>
        <translation>Szenario umbenennen</translation>
    </message>
    <message>
        <source>Remove scenario</source>
        <translation>Szenario entfernen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Add the selected scenario to the Compare pane</source>
        <translation>Das gewählte Szenario in den Bereich „Vergleich“ aufnehmen</translation>
    </message>
    <message>
        <source>%1. The scenario keeps its previous name.</source>
        <translation>%1. Das Szenario behält seinen bisherigen Namen.</translation>
    </message>
</context>
<context>
    <name>stagecraft::ScenarioModel</name>
    <message>
        <source>estimating…</source>
        <translation>wird geschätzt…</translation>
    </message>
    <message>
        <source>cannot be estimated</source>
        <translation>kann nicht geschätzt werden</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>kein Preis</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Cost ($ per million tokens or samples)</source>
        <translation>Kosten ($ je Million Tokens oder Samples)</translation>
    </message>
    <message>
        <source>Throughput (tokens/s or samples/s)</source>
        <translation>Durchsatz (Tokens/s oder Samples/s)</translation>
    </message>
    <message>
        <source>Peak memory (bytes)</source>
        <translation>Spitzenspeicher (Bytes)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Spitzenspeicher</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Globaler Batch</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Total cost ($)</source>
        <translation>Gesamtkosten ($)</translation>
    </message>
    <message>
        <source>Time to train (s)</source>
        <translation>Trainingszeit (s)</translation>
    </message>
    <message>
        <source>Total cost</source>
        <translation>Gesamtkosten</translation>
    </message>
    <message>
        <source>Time to train</source>
        <translation>Trainingszeit</translation>
    </message>
</context>
<context>
    <name>stagecraft::ScriptDialog</name>
    <message>
        <source>Load TorchScript</source>
        <translation>TorchScript laden</translation>
    </message>
    <message>
        <source>Loading “%1” runs code from the file. Load it only if you trust its author.</source>
        <translation>Beim Laden von „%1“ wird Code aus der Datei ausgeführt. Nur laden, wenn Sie ihrem Autor vertrauen.</translation>
    </message>
    <message>
        <source>Sample shape</source>
        <translation>Form eines Samples</translation>
    </message>
    <message>
        <source>&amp;Sample shape</source>
        <translation>&amp;Form eines Samples</translation>
    </message>
    <message>
        <source>&amp;Trust and load</source>
        <translation>&amp;Vertrauen und laden</translation>
    </message>
    <message>
        <source>Separate the dimensions with x, for example 3x224x224.</source>
        <translation>Die Dimensionen mit x trennen, zum Beispiel 3x224x224.</translation>
    </message>
    <message>
        <source>Stagecraft then runs its child modules one by one on two random samples. Enter the shape of one sample: 3x224x224 for a tensor of numbers, or tokens:LENGTH:VOCABULARY for token IDs. Leave the field empty for files written by stagecraft-cli describe, which contain the shape.</source>
        <translation>Danach führt Stagecraft die Kindmodule nacheinander mit zwei zufälligen Samples aus. Die Form eines Samples eingeben: 3x224x224 für einen Tensor von Zahlen oder tokens:LÄNGE:VOKABULAR für Token-IDs. Für Dateien, die stagecraft-cli describe geschrieben hat, das Feld leer lassen; sie enthalten die Form.</translation>
    </message>
</context>
<context>
    <name>stagecraft::ScriptRunner</name>
    <message>
        <source>Dry run of %1 on %2</source>
        <translation>Trockenlauf von %1 auf %2</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Running rank %1</source>
        <translation>Rang %1 läuft</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Wird angehalten</translation>
    </message>
    <message>
        <source>Further output of the script is not shown</source>
        <translation>Weitere Ausgaben des Skripts werden nicht gezeigt</translation>
    </message>
    <message numerus="yes">
        <source>Rank %1: peak %2 allocated, %3 reserved, after %Ln optimizer steps</source>
        <translation>
            <numerusform>Rang %1: Spitze %2 belegt, %3 reserviert, nach %Ln Optimizer-Schritt</numerusform>
            <numerusform>Rang %1: Spitze %2 belegt, %3 reserviert, nach %Ln Optimizer-Schritten</numerusform>
        </translation>
    </message>
    <message>
        <source>Rank %1 ran out of memory</source>
        <translation>Rang %1 hatte nicht genug Speicher</translation>
    </message>
    <message>
        <source>Rank %1 ended with an error</source>
        <translation>Rang %1 endete mit einem Fehler</translation>
    </message>
    <message>
        <source>Allocations of rank %1 depend on values that only a GPU computes</source>
        <translation>Die Belegungen von Rang %1 hängen von Werten ab, die nur eine GPU berechnet</translation>
    </message>
    <message>
        <source>Rank %1 branches on values that only a GPU computes; with other values: peak %2 allocated, %3 reserved</source>
        <translation>Rang %1 verzweigt nach Werten, die nur eine GPU berechnet; mit anderen Werten: Spitze %2 belegt, %3 reserviert</translation>
    </message>
    <message numerus="yes">
        <source>Rank %1: %Ln optimizers did not step before the run ended; their states are missing</source>
        <translation>
            <numerusform>Rang %1: %Ln Optimizer machte vor dem Ende des Laufs keinen Schritt; sein Zustand fehlt</numerusform>
            <numerusform>Rang %1: %Ln Optimizer machten vor dem Ende des Laufs keinen Schritt; ihr Zustand fehlt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::SearchMenu</name>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suche</translation>
    </message>
    <message>
        <source>Search &amp;again</source>
        <translation>&amp;Erneut suchen</translation>
    </message>
    <message>
        <source>&amp;Cancel search</source>
        <translation>Suche &amp;abbrechen</translation>
    </message>
    <message>
        <source>&amp;Recommended plan</source>
        <translation>Em&amp;pfohlener Plan</translation>
    </message>
    <message>
        <source>&amp;Next plan</source>
        <translation>&amp;Nächster Plan</translation>
    </message>
    <message>
        <source>&amp;Previous plan</source>
        <translation>&amp;Voriger Plan</translation>
    </message>
</context>
<context>
    <name>stagecraft::SearchRows</name>
    <message>
        <source>Stages per rank</source>
        <translation>Stufen je Rang</translation>
    </message>
    <message>
        <source>Virtual-pipeline (VPP) size: number of stages per pipeline rank in interleaved schedules</source>
        <translation>VPP (virtuelle Pipeline): Anzahl der Stufen je Pipeline-Rang in Interleaved-Schedules</translation>
    </message>
    <message>
        <source>Peak metric</source>
        <translation>Spitzenmaß</translation>
    </message>
    <message>
        <source>How peaks on different device types are compared. The recommended plan has the smallest maximum.</source>
        <translation>Vergleichsmaß für Spitzen auf verschiedenen Gerätetypen. Der empfohlene Plan hat das kleinste Maximum.</translation>
    </message>
    <message>
        <source>Per-layer recomputation</source>
        <translation>Neuberechnung je Schicht</translation>
    </message>
    <message>
        <source>Search the layers to recompute in each stage: the fewest that give a lower peak or a shorter step</source>
        <translation>Die neu zu berechnenden Schichten jeder Stufe suchen: die wenigsten, die eine niedrigere Spitze oder einen kürzeren Schritt ergeben</translation>
    </message>
    <message>
        <source>KARMA swapping</source>
        <translation>KARMA-Auslagerung</translation>
    </message>
    <message>
        <source>Swap the activations of the blocks that KARMA selects to CPU memory (requires a known host bandwidth)</source>
        <translation>Die Aktivierungen der von KARMA gewählten Blöcke in den CPU-Speicher auslagern (erfordert eine bekannte Host-Bandbreite)</translation>
    </message>
    <message>
        <source>Per-stage TP/DP</source>
        <translation>TP/DP je Stufe</translation>
    </message>
    <message>
        <source>Search tensor- and data-parallel sizes for each stage separately</source>
        <translation>Tensor- und Datengrade für jede Stufe einzeln suchen</translation>
    </message>
    <message>
        <source>VPP any</source>
        <translation>VPP beliebig</translation>
    </message>
    <message>
        <source>per-layer recomputation</source>
        <translation>Neuberechnung je Schicht</translation>
    </message>
    <message>
        <source>per-stage TP/DP</source>
        <translation>TP/DP je Stufe</translation>
    </message>
    <message>
        <source>TP across nodes</source>
        <translation>TP über Knoten hinweg</translation>
    </message>
    <message>
        <source>Also search tensor-parallel sizes larger than a node. TP collectives then use the network: less memory per device, slower steps.</source>
        <translation>Auch Tensorgrade durchsuchen, die größer als ein Knoten sind. TP-Kollektive laufen dann über das Netzwerk: weniger Speicher je Gerät, langsamere Schritte.</translation>
    </message>
</context>
<context>
    <name>stagecraft::SearchedList</name>
    <message>
        <source>Type to search</source>
        <translation>Zum Suchen tippen</translation>
    </message>
    <message>
        <source>Search: %1</source>
        <translation>Suche: %1</translation>
    </message>
    <message>
        <source>No match: %1</source>
        <translation>Kein Treffer: %1</translation>
    </message>
</context>
<context>
    <name>stagecraft::SharingRows</name>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensorgrad</translation>
    </message>
    <message>
        <source>Tensor-parallel (TP) size: number of devices that split each layer</source>
        <translation>Tensorgrad (TP): Anzahl der Geräte, die sich jede Schicht teilen</translation>
    </message>
    <message>
        <source>Split activations along the sequence outside tensor-parallel regions</source>
        <translation>Aktivierungen außerhalb der tensorparallelen Bereiche entlang der Sequenz aufteilen</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>Sequenzparallel</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>Kontextgrad</translation>
    </message>
    <message>
        <source>Context-parallel (CP) size: number of devices that split each sequence</source>
        <translation>Kontextgrad (CP): Anzahl der Geräte, die sich jede Sequenz teilen</translation>
    </message>
    <message>
        <source>CP attention</source>
        <translation>CP-Attention</translation>
    </message>
    <message>
        <source>How attention exchanges keys and values between context-parallel ranks</source>
        <translation>Austausch von Keys und Values zwischen den Kontext-Rängen</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>Expertengrad</translation>
    </message>
    <message>
        <source>Expert-parallel (EP) size: number of data-parallel replicas that split the experts</source>
        <translation>Expertengrad (EP): Anzahl der Replikate, die sich die Experten teilen</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>State sharded across the data-parallel ranks of each stage</source>
        <translation>Zustand, der auf die Replikate jeder Stufe aufgeteilt wird</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>How gradients are stored between the backward pass and the optimizer step</source>
        <translation>Speicherung der Gradienten zwischen Rückwärtslauf und Optimizer-Schritt</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>How activations are kept for the backward pass</source>
        <translation>Aufbewahrung der Aktivierungen für den Rückwärtslauf</translation>
    </message>
    <message>
        <source>CPU offload</source>
        <translation>CPU-Auslagerung</translation>
    </message>
    <message>
        <source>Optimizer state or parameters to keep in CPU memory. The CPU then runs the optimizer step.</source>
        <translation>Optimizer-Zustände oder Parameter, die im CPU-Speicher bleiben. Den Optimizer-Schritt führt dann die CPU aus.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>On</source>
        <translation>An</translation>
    </message>
    <message>
        <source>TP any</source>
        <translation>TP beliebig</translation>
    </message>
    <message>
        <source>TP%1</source>
        <translation>TP%1</translation>
    </message>
    <message>
        <source>SP any</source>
        <translation>SP beliebig</translation>
    </message>
    <message>
        <source>+SP</source>
        <translation>+SP</translation>
    </message>
    <message>
        <source>CP any</source>
        <translation>CP beliebig</translation>
    </message>
    <message>
        <source>CP%1</source>
        <translation>CP%1</translation>
    </message>
    <message>
        <source>EP any</source>
        <translation>EP beliebig</translation>
    </message>
    <message>
        <source>EP%1</source>
        <translation>EP%1</translation>
    </message>
    <message>
        <source>ZeRO any</source>
        <translation>ZeRO beliebig</translation>
    </message>
    <message>
        <source>ZeRO-%1</source>
        <translation>ZeRO-%1</translation>
    </message>
    <message>
        <source>gradients: %1</source>
        <translation>Gradienten: %1</translation>
    </message>
    <message>
        <source>activations: any</source>
        <translation>Aktivierungen: beliebig</translation>
    </message>
    <message>
        <source>activations: %1</source>
        <translation>Aktivierungen: %1</translation>
    </message>
    <message>
        <source>CPU offload: any</source>
        <translation>CPU-Auslagerung: beliebig</translation>
    </message>
    <message>
        <source>CPU offload: %1</source>
        <translation>CPU-Auslagerung: %1</translation>
    </message>
</context>
<context>
    <name>stagecraft::ShortcutList</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Chart keys work while the chart has the focus.</source>
        <translation>Diagrammtasten wirken, solange das Diagramm den Fokus hat.</translation>
    </message>
</context>
<context>
    <name>stagecraft::SignatureModel</name>
    <message>
        <source>Layer %1 of the model</source>
        <translation>Schicht %1 des Modells</translation>
    </message>
    <message>
        <source>micro-batch size %1 at sequence length %2</source>
        <translation>Micro-Batch-Größe %1 bei Sequenzlänge %2</translation>
    </message>
    <message>
        <source>All points are measured</source>
        <translation>Alle Punkte sind gemessen</translation>
    </message>
    <message>
        <source>Missing: %1</source>
        <translation>Es fehlt: %1</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Additivity</source>
        <translation>Additivität</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>Largest additivity error of stages that begin with this layer: peak %1, time %2</source>
        <translation>Größter Additivitätsfehler von Stufen, die mit dieser Schicht beginnen: Spitze %1, Zeit %2</translation>
    </message>
    <message>
        <source>No stage that begins with this layer was measured as a whole</source>
        <translation>Keine Stufe, die mit dieser Schicht beginnt, wurde als Ganzes gemessen</translation>
    </message>
    <message>
        <source>%1 (fraction)</source>
        <translation>%1 (Anteil)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln equal layers of the model, starting with layer %1</source>
        <translation>
            <numerusform>%Ln gleiche Schicht des Modells, beginnend mit Schicht %1</numerusform>
            <numerusform>%Ln gleiche Schichten des Modells, beginnend mit Schicht %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::SizingAnswers</name>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>This answer is for the previous values. A new search is running.</source>
        <translation>Diese Antwort gilt für die vorigen Werte. Eine neue Suche läuft.</translation>
    </message>
    <message>
        <source>%1: searching…</source>
        <translation>%1: Suche läuft…</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>%1: canceled.</source>
        <translation>%1: abgebrochen.</translation>
    </message>
    <message>
        <source>Canceled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>requires a cluster with a single device type</source>
        <translation>nur für Cluster mit einem einzigen Gerätetyp</translation>
    </message>
    <message>
        <source>Plan that achieves this answer: the recommended plan; for the cheapest cluster and the fewest nodes for the run, the cheapest plan</source>
        <translation>Plan, mit dem diese Antwort gilt: der empfohlene; beim günstigsten Cluster und bei den wenigsten Knoten für den Lauf der günstigste</translation>
    </message>
</context>
<context>
    <name>stagecraft::SizingCurve</name>
    <message>
        <source>Cost ($ %1)</source>
        <translation>Kosten ($ %1)</translation>
    </message>
    <message>
        <source>Peak memory (%1)</source>
        <translation>Spitzenspeicher (%1)</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: no plan</source>
        <translation>%1: kein Plan</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: no price</source>
        <translation>%1: kein Preis</translation>
    </message>
    <message>
        <source>%1, does not fit</source>
        <translation>%1, passt nicht</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Does not fit or no plan</source>
        <translation>Passt nicht oder kein Plan</translation>
    </message>
    <message>
        <source>Upper bound of device memory</source>
        <translation>Obere Schranke des Gerätespeichers</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1 (line: current value)</source>
        <translation>%1 (Linie: jetziger Wert)</translation>
    </message>
    <message numerus="yes">
        <source>%1, from %2 to %3; %4 of %Ln values fit.</source>
        <translation>
            <numerusform>%1, von %2 bis %3; %4 von %Ln Wert passt.</numerusform>
            <numerusform>%1, von %2 bis %3; %4 von %Ln Werten passen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Sizing curve</source>
        <translation>Kurve der Dimensionierung</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Throughput of the fastest plan (%1)</source>
        <translation>Durchsatz des schnellsten Plans (%1)</translation>
    </message>
    <message>
        <source>Time to train with the fastest plan (%1)</source>
        <translation>Trainingszeit mit dem schnellsten Plan (%1)</translation>
    </message>
    <message>
        <source>Step time of the fastest plan (%1)</source>
        <translation>Schrittzeit des schnellsten Plans (%1)</translation>
    </message>
</context>
<context>
    <name>stagecraft::SizingForm</name>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>What-if parameters</source>
        <translation>Was-wäre-wenn-Werte</translation>
    </message>
    <message>
        <source>Device type</source>
        <translation>Gerätetyp</translation>
    </message>
    <message>
        <source>Device type from the catalog, with its memory, bandwidths and lowest known on-demand price</source>
        <translation>Gerätetyp aus dem Katalog, mit seinem Speicher, seinen Bandbreiten und dem niedrigsten bekannten On-Demand-Preis</translation>
    </message>
    <message>
        <source>Apply to the problem</source>
        <translation>Auf das Problem anwenden</translation>
    </message>
    <message>
        <source>Change the problem to these values (can be undone)</source>
        <translation>Das Problem auf diese Werte ändern (lässt sich rückgängig machen)</translation>
    </message>
    <message>
        <source>Reset the values to those of the problem and remove the run limits</source>
        <translation>Die Werte auf die des Problems zurücksetzen und die Grenzen des Laufs entfernen</translation>
    </message>
    <message>
        <source>Pin as a scenario</source>
        <translation>Als Szenario anheften</translation>
    </message>
    <message>
        <source>Save these values and their plan as a scenario for comparison</source>
        <translation>Diese Werte und ihren Plan als Szenario zum Vergleichen speichern</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>Hardware</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Workload</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Run limits</source>
        <translation>Grenzen des Laufs</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>$%1</source>
        <translation>%1 $</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source> days</source>
        <translation> Tage</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>Maximum total cost of the run; 0 means no limit</source>
        <translation>Höchstbetrag der Gesamtkosten des Laufs; 0 bedeutet keine Grenze</translation>
    </message>
    <message>
        <source>Maximum time to train; 0 means no limit</source>
        <translation>Längste zulässige Trainingszeit; 0 bedeutet keine Grenze</translation>
    </message>
    <message>
        <source>Set the number of tokens first (Problem &gt; Run and price).</source>
        <translation>Zuerst die Anzahl der Tokens angeben (Problem &gt; Lauf und Preis).</translation>
    </message>
    <message>
        <source>Set the number of samples first (Problem &gt; Run and price).</source>
        <translation>Zuerst die Anzahl der Samples angeben (Problem &gt; Lauf und Preis).</translation>
    </message>
    <message>
        <source>Requires a cluster with a single device type.</source>
        <translation>Nur für Cluster mit einem einzigen Gerätetyp.</translation>
    </message>
</context>
<context>
    <name>stagecraft::SizingJob</name>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Sizing</source>
        <translation>Dimensionierung</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suche läuft</translation>
    </message>
    <message>
        <source>Canceled. The next change starts a new search.</source>
        <translation>Abgebrochen. Die nächste Änderung startet eine neue Suche.</translation>
    </message>
</context>
<context>
    <name>stagecraft::SizingPane</name>
    <message>
        <source>Hardware offers, cheapest first</source>
        <translation>Hardware-Angebote, günstigstes zuerst</translation>
    </message>
    <message>
        <source>Sizing</source>
        <translation>Dimensionierung</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>Hardware</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>No problem to size</source>
        <translation>Kein Problem zum Dimensionieren</translation>
    </message>
    <message>
        <source>Choose a model in the Problem pane to try other hardware, batch sizes and model sizes here.</source>
        <translation>Im Bereich „Problem“ ein Modell wählen, um hier andere Hardware, Batch- und Modellgrößen auszuprobieren.</translation>
    </message>
    <message>
        <source>These values are not valid. The results below are for the previous values.</source>
        <translation>Diese Werte sind nicht gültig. Die Ergebnisse unten gelten für die vorigen Werte.</translation>
    </message>
    <message>
        <source>%1: searching…</source>
        <translation>%1: Suche läuft…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>does not fit: its upper bound exceeds the capacity by %1</source>
        <translation>passt nicht: Die obere Schranke übersteigt die Kapazität um %1</translation>
    </message>
    <message>
        <source>, %1 %2</source>
        <translation>, %1 %2</translation>
    </message>
    <message>
        <source>Apply what-if values</source>
        <translation>Was-wäre-wenn-Werte anwenden</translation>
    </message>
    <message>
        <source>Each row is an offer with enough nodes for at least the current number of devices. Unknown interruption rates of spot nodes are not included in the cost. Double-click a row or press Enter to try it.</source>
        <translation>Jede Zeile ist ein Angebot mit genug Knoten für mindestens so viele Geräte wie jetzt. Unbekannte Unterbrechungsraten von Spot-Knoten sind in den Kosten nicht enthalten. Ein Doppelklick oder die Eingabetaste erprobt eine Zeile.</translation>
    </message>
    <message>
        <source>; training run %1, %2</source>
        <translation>; Trainingslauf %1, %2</translation>
    </message>
    <message>
        <source>Canceled. The next change starts a new search.</source>
        <translation>Abgebrochen. Die nächste Änderung startet eine neue Suche.</translation>
    </message>
    <message>
        <source>peak %1, %2</source>
        <translation>Spitze %1, %2</translation>
    </message>
    <message>
        <source>%1, batch %2: %3; %4</source>
        <translation>%1, Batch %2: %3; %4</translation>
    </message>
    <message>
        <source>recommended (%1): %2</source>
        <translation>empfohlen (%1): %2</translation>
    </message>
    <message>
        <source>, over budget</source>
        <translation>, über dem Budget</translation>
    </message>
    <message>
        <source>, past the deadline</source>
        <translation>, nach der Frist</translation>
    </message>
</context>
<context>
    <name>stagecraft::SnapshotImporter</name>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Wird gelesen</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Another workspace was opened</source>
        <translation>Ein anderer Arbeitsbereich wurde geöffnet</translation>
    </message>
    <message>
        <source>Already in this workspace</source>
        <translation>Schon in diesem Arbeitsbereich</translation>
    </message>
    <message numerus="yes">
        <source>Peak %1, %Ln events</source>
        <translation>
            <numerusform>Spitze %1, %Ln Ereignis</numerusform>
            <numerusform>Spitze %1, %Ln Ereignisse</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::StageModel</name>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensorgrad</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>Datengrad</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Forward + backward</source>
        <translation>Vorwärts + rückwärts</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>Mixed</source>
        <translation>Gemischt</translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation>%1 (Bytes)</translation>
    </message>
    <message>
        <source>%1 (s)</source>
        <translation>%1 (s)</translation>
    </message>
</context>
<context>
    <name>stagecraft::StageStrip</name>
    <message>
        <source>Stages of the plan</source>
        <translation>Stufen des Plans</translation>
    </message>
    <message>
        <source>Stage %1: layers %2–%3</source>
        <translation>Stufe %1: Schichten %2–%3</translation>
    </message>
    <message>
        <source>, TP%1 DP%2</source>
        <translation>, TP%1 DP%2</translation>
    </message>
    <message>
        <source>, %1 of %2</source>
        <translation>, %1 von %2</translation>
    </message>
    <message>
        <source>No plan is shown.</source>
        <translation>Kein Plan wird gezeigt.</translation>
    </message>
    <message numerus="yes">
        <source>%n stages.</source>
        <translation>
            <numerusform>%n Stufe.</numerusform>
            <numerusform>%n Stufen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Parameters: %1</source>
        <translation>Parameter: %1</translation>
    </message>
    <message>
        <source>With gradients, optimizer state and saved activations: %1</source>
        <translation>Mit Gradienten, Optimizer-Zustand und gespeicherten Aktivierungen: %1</translation>
    </message>
    <message>
        <source>Forward + backward: %1</source>
        <translation>Vorwärts + rückwärts: %1</translation>
    </message>
    <message>
        <source>%1: %2–%3</source>
        <translation>%1: %2–%3</translation>
    </message>
    <message>
        <source>Activations: %1</source>
        <translation>Aktivierungen: %1</translation>
    </message>
</context>
<context>
    <name>stagecraft::StagesPane</name>
    <message>
        <source>Data-parallel size</source>
        <translation>Datengrad</translation>
    </message>
    <message>
        <source>Data-parallel (DP) size: number of replicas of the stage</source>
        <translation>Datengrad (DP): Anzahl der Replikate der Stufe</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Merge with next</source>
        <translation>Mit nächster zusammenlegen</translation>
    </message>
    <message>
        <source>Delete plan</source>
        <translation>Plan löschen</translation>
    </message>
    <message>
        <source>Move a split point</source>
        <translation>Einen Schnitt verschieben</translation>
    </message>
    <message>
        <source>By memory</source>
        <translation>Nach Speicher</translation>
    </message>
    <message>
        <source>By time</source>
        <translation>Nach Zeit</translation>
    </message>
    <message>
        <source>By parameters</source>
        <translation>Nach Parametern</translation>
    </message>
    <message>
        <source>Width of layers</source>
        <translation>Breite der Schichten</translation>
    </message>
    <message>
        <source>Quantity that determines the width of a layer</source>
        <translation>Größe, die die Breite einer Schicht bestimmt</translation>
    </message>
    <message>
        <source>Stage editor</source>
        <translation>Bearbeitung der Stufen</translation>
    </message>
    <message>
        <source>Tensor-parallel size</source>
        <translation>Tensorgrad</translation>
    </message>
    <message>
        <source>Tensor-parallel (TP) size: number of devices that split each layer</source>
        <translation>Tensorgrad (TP): Anzahl der Geräte, die sich jede Schicht teilen</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>How activations are kept for the backward pass</source>
        <translation>Aufbewahrung der Aktivierungen für den Rückwärtslauf</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of this user-defined plan</source>
        <translation>Name dieses eigenen Plans</translation>
    </message>
    <message>
        <source>Split this stage in the middle</source>
        <translation>Diese Stufe in der Mitte teilen</translation>
    </message>
    <message>
        <source>Merge this stage with the next one</source>
        <translation>Diese Stufe mit der nächsten zusammenlegen</translation>
    </message>
    <message>
        <source>Delete this user-defined plan</source>
        <translation>Diesen eigenen Plan löschen</translation>
    </message>
    <message>
        <source>Comparison with the recommended plan</source>
        <translation>Vergleich mit dem empfohlenen Plan</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensorgrad</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>Datengrad</translation>
    </message>
    <message>
        <source>No plan selected</source>
        <translation>Kein Plan gewählt</translation>
    </message>
    <message>
        <source>Select a plan to view and edit its stages.</source>
        <translation>Einen Plan wählen, um seine Stufen zu sehen und zu bearbeiten.</translation>
    </message>
    <message>
        <source>Compared with the recommended plan: %1, %2.%3</source>
        <translation>Verglichen mit dem empfohlenen Plan: %1, %2.%3</translation>
    </message>
    <message>
        <source>This plan does not fit.</source>
        <translation>Dieser Plan passt nicht.</translation>
    </message>
    <message>
        <source>%1 · %2. Drag a split point or edit a stage to create a user-defined plan.</source>
        <translation>%1 · %2. Einen Schnitt ziehen oder eine Stufe ändern, um einen eigenen Plan anzulegen.</translation>
    </message>
    <message>
        <source>Mixed</source>
        <translation>Gemischt</translation>
    </message>
    <message>
        <source>My plan</source>
        <translation>Mein Plan</translation>
    </message>
    <message>
        <source>Parallelism of a stage</source>
        <translation>Parallelität einer Stufe</translation>
    </message>
    <message>
        <source>Activations of a stage</source>
        <translation>Aktivierungen einer Stufe</translation>
    </message>
    <message>
        <source>Split a stage</source>
        <translation>Eine Stufe teilen</translation>
    </message>
    <message>
        <source>Merge stages</source>
        <translation>Stufen zusammenlegen</translation>
    </message>
    <message>
        <source>Rename a plan</source>
        <translation>Einen Plan umbenennen</translation>
    </message>
    <message>
        <source>Delete a plan</source>
        <translation>Einen Plan löschen</translation>
    </message>
    <message>
        <source>Table of stages</source>
        <translation>Tabelle der Stufen</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Layer that the Activations setting applies to. Right-clicking a layer in the strip offers the same settings.</source>
        <translation>Schicht, für die die Einstellung „Aktivierungen“ gilt. Ein Rechtsklick auf eine Schicht im Streifen bietet dieselben Einstellungen.</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>Alle Schichten</translation>
    </message>
    <message>
        <source>Activations of a layer</source>
        <translation>Aktivierungen einer Schicht</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>Layers %1–%2</source>
        <translation>Schichten %1–%2</translation>
    </message>
    <message>
        <source>%1. The plan keeps its name.</source>
        <translation>%1. Der Plan behält seinen Namen.</translation>
    </message>
    <message>
        <source>Stage %1: layers %2–%3</source>
        <translation>Stufe %1: Schichten %2–%3</translation>
    </message>
</context>
<context>
    <name>stagecraft::StartPage</name>
    <message>
        <source>Stagecraft</source>
        <translation>Stagecraft</translation>
    </message>
    <message>
        <source>Which plan trains your model on the devices you have?</source>
        <translation>Mit welchem Plan trainieren Sie Ihr Modell auf Ihren Geräten?</translation>
    </message>
    <message>
        <source>New from a model</source>
        <translation>Neu aus einem Modell</translation>
    </message>
    <message>
        <source>Choose or drop a config.json</source>
        <translation>Eine config.json wählen oder ablegen</translation>
    </message>
    <message>
        <source>Open a workspace</source>
        <translation>Einen Arbeitsbereich öffnen</translation>
    </message>
    <message>
        <source>Choose or drop a .stagecraft file</source>
        <translation>Eine .stagecraft-Datei wählen oder ablegen</translation>
    </message>
    <message>
        <source>Explore the example</source>
        <translation>Das Beispiel erkunden</translation>
    </message>
    <message>
        <source>GPT-2 small, measured</source>
        <translation>GPT-2 small, gemessen</translation>
    </message>
    <message>
        <source>Start with GPT-2 small</source>
        <translation>Mit GPT-2 small beginnen</translation>
    </message>
    <message>
        <source>Profile it on this machine</source>
        <translation>Auf diesem Rechner profilieren</translation>
    </message>
    <message>
        <source>Recent workspaces</source>
        <translation>Zuletzt benutzte Arbeitsbereiche</translation>
    </message>
    <message>
        <source>New from the model zoo</source>
        <translation>Neu aus dem Modellzoo</translation>
    </message>
    <message>
        <source>GPT, ResNet and other models, by name</source>
        <translation>GPT, ResNet und andere Modelle nach Namen</translation>
    </message>
</context>
<context>
    <name>stagecraft::TableView</name>
    <message>
        <source>Choose columns</source>
        <translation>Spalten wählen</translation>
    </message>
</context>
<context>
    <name>stagecraft::TimelineChart</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>No plan is shown.</source>
        <translation>Kein Plan wird gezeigt.</translation>
    </message>
    <message>
        <source>Time in %1</source>
        <translation>Zeit in %1</translation>
    </message>
</context>
<context>
    <name>stagecraft::TimelineMinimap</name>
    <message>
        <source>Whole step</source>
        <translation>Ganzer Schritt</translation>
    </message>
    <message>
        <source>The whole step: click or drag to show another part</source>
        <translation>Der ganze Schritt: klicken oder ziehen, um einen anderen Teil zu zeigen</translation>
    </message>
</context>
<context>
    <name>stagecraft::TimelineModel</name>
    <message>
        <source>%1, pipeline rank %2</source>
        <translation>%1, Pipeline-Rang %2</translation>
    </message>
    <message>
        <source>%1 (s)</source>
        <translation>%1 (s)</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>Micro-Batch</translation>
    </message>
    <message>
        <source>Pipeline rank</source>
        <translation>Pipeline-Rang</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Waited for</source>
        <translation>Wartete auf</translation>
    </message>
</context>
<context>
    <name>stagecraft::TimelinePane</name>
    <message>
        <source>Timeline, as a table</source>
        <translation>Zeitachse, als Tabelle</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>Kritischer Pfad</translation>
    </message>
    <message>
        <source>Show only the operations that determine the step time</source>
        <translation>Nur die Operationen zeigen, die die Schrittzeit bestimmen</translation>
    </message>
    <message>
        <source>Export &amp;Chrome trace…</source>
        <translation>&amp;Chrome-Trace exportieren…</translation>
    </message>
    <message>
        <source>Export &amp;memory over time…</source>
        <translation>&amp;Speicher über der Zeit exportieren…</translation>
    </message>
    <message>
        <source>Simulating…</source>
        <translation>Simulation läuft…</translation>
    </message>
    <message>
        <source>The timeline of the selected plan appears in a moment.</source>
        <translation>Die Zeitachse des gewählten Plans erscheint gleich.</translation>
    </message>
    <message>
        <source>Simulating… The timeline shown is that of the previous plan.</source>
        <translation>Simulation läuft… Gezeigt ist die Zeitachse des vorigen Plans.</translation>
    </message>
    <message>
        <source>Selected operation</source>
        <translation>Gewählte Operation</translation>
    </message>
    <message>
        <source>Go to dependency</source>
        <translation>Zur Abhängigkeit</translation>
    </message>
    <message>
        <source>Select the operation that this one waited for (Return)</source>
        <translation>Die Operation wählen, auf die diese gewartet hat (Eingabetaste)</translation>
    </message>
    <message>
        <source>Go to the operation that this one waited for</source>
        <translation>Zu der Operation gehen, auf die diese gewartet hat</translation>
    </message>
    <message>
        <source>Export the timeline</source>
        <translation>Die Zeitachse exportieren</translation>
    </message>
    <message>
        <source>Export Chrome trace</source>
        <translation>Chrome-Trace exportieren</translation>
    </message>
    <message>
        <source>Chrome trace (*.json)</source>
        <translation>Chrome-Trace (*.json)</translation>
    </message>
    <message>
        <source>Export memory over time</source>
        <translation>Speicher über der Zeit exportieren</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>No plan selected</source>
        <translation>Kein Plan gewählt</translation>
    </message>
    <message>
        <source>The operations of each device during a step appear here with the first plan.</source>
        <translation>Die Operationen jedes Geräts während eines Schritts erscheinen hier mit dem ersten Plan.</translation>
    </message>
    <message>
        <source>Timeline too large to draw</source>
        <translation>Zeitachse zu groß zum Zeichnen</translation>
    </message>
    <message>
        <source>A step of this plan has about %1 operations; the limit is %2. Reduce the number of micro-batches.</source>
        <translation>Ein Schritt dieses Plans hat etwa %1 Operationen; die Grenze ist %2. Die Anzahl der Micro-Batches verringern.</translation>
    </message>
    <message>
        <source>Could not simulate this plan</source>
        <translation>Dieser Plan konnte nicht simuliert werden</translation>
    </message>
    <message>
        <source>Select an operation to see which operation it waited for. Shift-drag to measure time.</source>
        <translation>Eine Operation wählen, um zu sehen, auf welche sie gewartet hat. Mit Umschalt ziehen, um Zeit zu messen.</translation>
    </message>
</context>
<context>
    <name>stagecraft::TraceChart</name>
    <message>
        <source>Memory of a recorded run</source>
        <translation>Speicher eines aufgezeichneten Laufs</translation>
    </message>
    <message>
        <source>No recorded run to show.</source>
        <translation>Kein aufgezeichneter Lauf.</translation>
    </message>
    <message>
        <source>Event %1, %2</source>
        <translation>Ereignis %1, %2</translation>
    </message>
    <message>
        <source>Allocated %1</source>
        <translation>Belegt %1</translation>
    </message>
    <message>
        <source>Allocated %1–%2</source>
        <translation>Belegt %1–%2</translation>
    </message>
    <message>
        <source>Reserved %1</source>
        <translation>Reserviert %1</translation>
    </message>
    <message>
        <source>Predicted %1</source>
        <translation>Vorhergesagt %1</translation>
    </message>
    <message>
        <source>Allocation events</source>
        <translation>Belegungsereignisse</translation>
    </message>
    <message>
        <source>Time in %1</source>
        <translation>Zeit in %1</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Predicted: %1</source>
        <translation>Vorhergesagt: %1</translation>
    </message>
    <message>
        <source>Peak %1</source>
        <translation>Spitze %1</translation>
    </message>
</context>
<context>
    <name>stagecraft::TracePanel</name>
    <message>
        <source>By time</source>
        <translation>Nach Zeit</translation>
    </message>
    <message>
        <source>Use time instead of allocation events as the horizontal axis</source>
        <translation>Zeit statt Belegungsereignissen als waagerechte Achse verwenden</translation>
    </message>
    <message>
        <source>Show the training step of the peak (P)</source>
        <translation>Den Trainingsschritt der Spitze zeigen (P)</translation>
    </message>
    <message>
        <source>Remove this run from the workspace</source>
        <translation>Diesen Lauf aus dem Arbeitsbereich entfernen</translation>
    </message>
    <message>
        <source>Stack frames at the peak</source>
        <translation>Aufrufstapel bei der Spitze</translation>
    </message>
    <message>
        <source>Difference by category</source>
        <translation>Unterschied nach Kategorie</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Recorded run to show</source>
        <translation>Gezeigter aufgezeichneter Lauf</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Pipeline rank of the selected plan whose prediction is drawn over the recorded run</source>
        <translation>Pipeline-Rang des gewählten Plans, dessen Vorhersage über den aufgezeichneten Lauf gezeichnet wird</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
</context>
<context>
    <name>stagecraft::TradeoffChart</name>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 Samples/s</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 von %3</translation>
    </message>
    <message>
        <source>%1 per step</source>
        <translation>%1 je Schritt</translation>
    </message>
    <message>
        <source>Capacity %1</source>
        <translation>Kapazität %1</translation>
    </message>
    <message>
        <source>No plan is shown.</source>
        <translation>Kein Plan wird gezeigt.</translation>
    </message>
    <message>
        <source>Time to train: %1</source>
        <translation>Trainingszeit: %1</translation>
    </message>
    <message>
        <source>%1 vs. %2</source>
        <translation>%1 gegen %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln plans peak between %1 and %2</source>
        <translation>
            <numerusform>%Ln Plan mit einer Spitze zwischen %1 und %2</numerusform>
            <numerusform>%Ln Pläne mit Spitzen zwischen %1 und %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; none of them fits.</source>
        <translation>%1; keiner davon passt.</translation>
    </message>
    <message>
        <source>%1; the fastest that fits reaches %2.</source>
        <translation>%1; der schnellste, der passt, erreicht %2.</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 %2 bis %3</translation>
    </message>
    <message numerus="yes">
        <source>%Ln plans: %1, %2</source>
        <translation>
            <numerusform>%Ln Plan: %1, %2</numerusform>
            <numerusform>%Ln Pläne: %1, %2</numerusform>
        </translation>
    </message>
    <message>
        <source>The only plan peaks at %1</source>
        <translation>Der einzige Plan hat eine Spitze von %1</translation>
    </message>
    <message>
        <source>%1; it does not fit.</source>
        <translation>%1; er passt nicht.</translation>
    </message>
    <message>
        <source>%1; it reaches %2.</source>
        <translation>%1; er erreicht %2.</translation>
    </message>
    <message>
        <source>Does not fit: %1</source>
        <translation>Passt nicht: %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%Ln plans beyond the axis)</source>
        <translation>
            <numerusform>%1 (%Ln Plan jenseits der Achse)</numerusform>
            <numerusform>%1 (%Ln Pläne jenseits der Achse)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::TradeoffPane</name>
    <message>
        <source>No plans to compare</source>
        <translation>Keine Pläne zu vergleichen</translation>
    </message>
    <message>
        <source>Each plan is a point: plans further right are faster, plans further down have a lower peak.</source>
        <translation>Jeder Plan ist ein Punkt: je weiter rechts, desto schneller; je weiter unten, desto niedriger die Spitze.</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>Waagerechte Achse</translation>
    </message>
    <message>
        <source>Quantity on the horizontal axis</source>
        <translation>Größe auf der waagerechten Achse</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>Senkrechte Achse</translation>
    </message>
    <message>
        <source>Quantity on the vertical axis</source>
        <translation>Größe auf der senkrechten Achse</translation>
    </message>
    <message>
        <source>Color</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Property that the colors and shapes of the points show</source>
        <translation>Eigenschaft, die Farben und Formen der Punkte zeigen</translation>
    </message>
    <message>
        <source>Trade-off, as a table</source>
        <translation>Abwägung, als Tabelle</translation>
    </message>
    <message>
        <source>%1, as a table</source>
        <translation>%1, als Tabelle</translation>
    </message>
</context>
<context>
    <name>stagecraft::TrainableRows</name>
    <message>
        <source>all linear layers</source>
        <translation>alle linearen Schichten</translation>
    </message>
    <message>
        <source>Trainable</source>
        <translation>Trainierbar</translation>
    </message>
    <message>
        <source>Parameters to train. Frozen parameters have no gradients and no optimizer state.</source>
        <translation>Zu trainierende Parameter. Eingefrorene Parameter haben keine Gradienten und keinen Optimizer-Zustand.</translation>
    </message>
    <message>
        <source>LoRA rank</source>
        <translation>LoRA-Rang</translation>
    </message>
    <message>
        <source>Rank of the LoRA adapters</source>
        <translation>Rang der LoRA-Adapter</translation>
    </message>
    <message>
        <source>Adapted layers</source>
        <translation>Mit Adapter</translation>
    </message>
    <message>
        <source>Linear layers that get a LoRA adapter, such as *.query, *.value. If empty: all linear layers except the output projection.</source>
        <translation>Lineare Schichten, die einen LoRA-Adapter erhalten, z. B. *.query, *.value. Leer: alle linearen Schichten außer der Ausgabeprojektion.</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Names of the parameters to train, such as *.bias or block 3.*. Wildcards: * (any characters), ? (one character). Separate patterns by commas.</source>
        <translation>Namen der zu trainierenden Parameter, z. B. *.bias oder block 3.*. Platzhalter: * (beliebige Zeichen), ? (ein Zeichen). Muster durch Kommas trennen.</translation>
    </message>
    <message>
        <source>Enter a pattern of parameter names to train, such as *.bias.</source>
        <translation>Ein Muster für die Namen der zu trainierenden Parameter eingeben, z. B. *.bias.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid pattern of parameter names. Enter a pattern such as *.bias.</source>
        <translation>„%1“ ist kein gültiges Muster von Parameternamen. Ein Muster wie *.bias eingeben.</translation>
    </message>
</context>
<context>
    <name>stagecraft::UnstoredNotice</name>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Save the latest changes now. Stagecraft also tries again periodically and after each edit.</source>
        <translation>Die letzten Änderungen jetzt speichern. Stagecraft versucht es auch regelmäßig und nach jeder Änderung erneut.</translation>
    </message>
    <message>
        <source>The latest changes are not saved: %1</source>
        <translation>Die letzten Änderungen sind nicht gespeichert: %1</translation>
    </message>
</context>
<context>
    <name>stagecraft::ValidatedRunModel</name>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>Parallelität</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Micro-batch size</source>
        <translation>Micro-Batch-Größe</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Error cause</source>
        <translation>Fehlerursache</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Sizes of the parallel groups: PP pipeline, TP tensor, CP context, DP data, EP expert</source>
        <translation>Größen der parallelen Gruppen: PP Pipeline, TP Tensor, CP Kontext, DP Daten, EP Experten</translation>
    </message>
    <message>
        <source>Likely causes of the error, inferred from these runs; the most likely cause first</source>
        <translation>Aus diesen Läufen abgeleitete Ursachen des Fehlers, die wahrscheinlichste zuerst</translation>
    </message>
    <message>
        <source>File and line</source>
        <translation>Datei und Zeile</translation>
    </message>
    <message>
        <source>Device type</source>
        <translation>Gerätetyp</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>Device type used for the prediction</source>
        <translation>Gerätetyp, mit dem der Lauf vorhergesagt wird</translation>
    </message>
    <message>
        <source>Framework used for the prediction</source>
        <translation>Framework, mit dem der Lauf vorhergesagt wird</translation>
    </message>
    <message>
        <source>%1; bounds %2</source>
        <translation>%1; Schranken %2</translation>
    </message>
</context>
<context>
    <name>stagecraft::ValidationPane</name>
    <message>
        <source>Measured runs</source>
        <translation>Gemessene Läufe</translation>
    </message>
    <message>
        <source>Ca&amp;librate…</source>
        <translation>Ka&amp;librieren…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Choose runs</source>
        <translation>Läufe wählen</translation>
    </message>
    <message>
        <source>R&amp;uns</source>
        <translation>Lä&amp;ufe</translation>
    </message>
    <message>
        <source>Open a CSV file of measured runs</source>
        <translation>Eine CSV-Datei gemessener Läufe öffnen</translation>
    </message>
    <message>
        <source>Open measured runs</source>
        <translation>Gemessene Läufe öffnen</translation>
    </message>
    <message>
        <source>All published runs</source>
        <translation>Alle veröffentlichten Läufe</translation>
    </message>
    <message>
        <source>Published: %1</source>
        <translation>Veröffentlicht: %1</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 (user-defined)</source>
        <translation>%1 (benutzerdefiniert)</translation>
    </message>
    <message>
        <source>Cannot compare these runs</source>
        <translation>Diese Läufe können nicht verglichen werden</translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation>Vorhergesagt gegen gemessen</translation>
    </message>
    <message>
        <source>Choose published training runs, or open a CSV file of measured runs. Stagecraft predicts each run and compares the prediction with the measurement.</source>
        <translation>Veröffentlichte Trainingsläufe wählen oder eine CSV-Datei gemessener Läufe öffnen. Stagecraft sagt jeden Lauf vorher und vergleicht die Vorhersage mit der Messung.</translation>
    </message>
    <message>
        <source>Compare the published runs</source>
        <translation>Die veröffentlichten Läufe vergleichen</translation>
    </message>
    <message>
        <source>Calibrating…</source>
        <translation>Kalibrierung läuft…</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Vergleich läuft…</translation>
    </message>
    <message>
        <source>Choose runs first.</source>
        <translation>Zuerst Läufe wählen.</translation>
    </message>
    <message>
        <source>A calibration is running.</source>
        <translation>Eine Kalibrierung läuft.</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>Device type</source>
        <translation>Gerätetyp</translation>
    </message>
    <message>
        <source>Framework used for the predictions. Default: the framework that each run names, or the one that covers most runs of its file.</source>
        <translation>Framework für die Vorhersagen. Voreinstellung: das Framework, das jeder Lauf nennt, oder jenes, das die meisten Läufe seiner Datei abdeckt.</translation>
    </message>
    <message>
        <source>Device type used for the predictions. Default: the catalog entry for the device of each run.</source>
        <translation>Gerätetyp für die Vorhersagen. Voreinstellung: der Katalogeintrag für das Gerät jedes Laufs.</translation>
    </message>
    <message>
        <source>Framewor&amp;k</source>
        <translation>Framewor&amp;k</translation>
    </message>
    <message>
        <source>Device t&amp;ype</source>
        <translation>Geräte&amp;typ</translation>
    </message>
    <message>
        <source>From each run</source>
        <translation>Aus jedem Lauf</translation>
    </message>
    <message>
        <source>The comparison of these runs is not finished yet.</source>
        <translation>Der Vergleich dieser Läufe ist noch nicht fertig.</translation>
    </message>
    <message>
        <source>Calibrate a device type with these runs</source>
        <translation>Einen Gerätetyp mit diesen Läufen kalibrieren</translation>
    </message>
</context>
<context>
    <name>stagecraft::ValidationResults</name>
    <message>
        <source>, rank correlation %1</source>
        <translation>, Rangkorrelation %1</translation>
    </message>
    <message>
        <source>%1 runs skipped: %2.</source>
        <translation>%1 Läufe ausgelassen: %2.</translation>
    </message>
    <message>
        <source>Runs, predicted and measured</source>
        <translation>Läufe, vorhergesagt und gemessen</translation>
    </message>
    <message>
        <source>Groups of runs with their errors</source>
        <translation>Gruppen von Läufen mit ihren Fehlern</translation>
    </message>
    <message>
        <source>Copy runs as &amp;CSV</source>
        <translation>Läufe als &amp;CSV kopieren</translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation>Vorhergesagt gegen gemessen</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Peak memory of the measured rank</source>
        <translation>Spitzenspeicher des gemessenen Rangs</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittzeit</translation>
    </message>
    <message>
        <source>Time of one optimizer step</source>
        <translation>Zeit eines Optimizer-Schritts</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Tokens per second over all devices</source>
        <translation>Tokens je Sekunde über alle Geräte</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>&amp;Group by</source>
        <translation>&amp;Gruppieren nach</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>All runs, largest error first</source>
        <translation>Alle Läufe, größter Fehler zuerst</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Errors by group</source>
        <translation>Fehler nach Gruppen</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>Läufe filtern</translation>
    </message>
    <message>
        <source>Copy the runs shown as CSV</source>
        <translation>Die gezeigten Läufe als CSV kopieren</translation>
    </message>
    <message>
        <source>Copy runs as CSV</source>
        <translation>Läufe als CSV kopieren</translation>
    </message>
    <message>
        <source>None of these runs can be compared.</source>
        <translation>Keiner dieser Läufe kann verglichen werden.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs with %1: mean error %2, median %3, 90 % below %4, bias %5</source>
        <translation>
            <numerusform>%Ln Lauf mit %1: mittlerer Fehler %2, Median %3, 90 % unter %4, Verzerrung %5</numerusform>
            <numerusform>%Ln Läufe mit %1: mittlerer Fehler %2, Median %3, 90 % unter %4, Verzerrung %5</numerusform>
        </translation>
    </message>
    <message>
        <source>other reasons (%1)</source>
        <translation>andere Gründe (%1)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln models</source>
        <translation>
            <numerusform>%Ln Modell</numerusform>
            <numerusform>%Ln Modelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln device types</source>
        <translation>
            <numerusform>%Ln Gerätetyp</numerusform>
            <numerusform>%Ln Gerätetypen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>; %1 within the predicted bounds</source>
        <translation>; %1 innerhalb der vorhergesagten Grenzen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs are in-sample: their device type was calibrated on them.</source>
        <translation>
            <numerusform>%Ln Lauf diente zur Kalibrierung seines Gerätetyps.</numerusform>
            <numerusform>%Ln Läufe dienten zur Kalibrierung ihres Gerätetyps.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>stagecraft::WhatIfField</name>
    <message>
        <source>%1 (slider)</source>
        <translation>%1 (Schieberegler)</translation>
    </message>
    <message>
        <source> GB/s</source>
        <translation> GB/s</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>$%1/h</source>
        <translation>%1 $/h</translation>
    </message>
</context>
<context>
    <name>stagecraft::Workbench</name>
    <message>
        <source>Model %1</source>
        <translation>Modell %1</translation>
    </message>
    <message>
        <source>Search failed</source>
        <translation>Suche fehlgeschlagen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suche läuft</translation>
    </message>
    <message>
        <source>Choose a model first.</source>
        <translation>Zuerst ein Modell wählen.</translation>
    </message>
    <message>
        <source>A layer table lists the costs of its layers, so there is nothing to measure.</source>
        <translation>Eine Schichttabelle enthält die Kosten ihrer Schichten; es gibt nichts zu messen.</translation>
    </message>
    <message>
        <source>This workspace is read-only.</source>
        <translation>Dieser Arbeitsbereich ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>A profile is running.</source>
        <translation>Ein Profil läuft.</translation>
    </message>
    <message>
        <source>The profiler is not installed on this machine.</source>
        <translation>Der Profiler ist auf diesem Rechner nicht installiert.</translation>
    </message>
    <message>
        <source>Canceled. The plans shown are those of the previous search.</source>
        <translation>Abgebrochen. Die gezeigten Pläne sind die der vorigen Suche.</translation>
    </message>
    <message>
        <source>Canceled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Changes that make a plan fit</source>
        <translation>Änderungen, mit denen ein Plan passt</translation>
    </message>
    <message>
        <source>None found</source>
        <translation>Keine gefunden</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>%1 gefunden</translation>
    </message>
    <message>
        <source>it is the model of this problem, which an export must not overwrite</source>
        <translation>sie ist das Modell dieses Problems, das kein Export überschreiben darf</translation>
    </message>
</context>
</TS>
