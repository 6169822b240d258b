<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>AnyChoice</name>
    <message>
        <source>Any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any: the search decides.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Breakdown</name>
    <message>
        <source>Reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers of the stage with the peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As one of its devices has them before ZeRO divides state; what is saved counts for each micro-batch in flight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameters %1, gradients %2, saved %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameters %1
gradients %2
saved %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the fullest device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspaces of matrix products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context of the driver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Buffers of collectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the driver reports, less what is kept free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Boundaries between stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between ranks that share layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduction of gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exchange of shared weights&apos; gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies to the host and back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much shorter the step would be if this alone arrived at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Until the last backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle share of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest pause of a place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between its first operation and its last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for all that is sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With every time at its lower bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With every time at its upper bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$%1 an hour</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CauseText</name>
    <message>
        <source>The stack was fitted on runs of %1 %2; this one has %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack was fitted on runs of %1 %2 to %3; this one has %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Within the band of the %1 runs behind the stack that were not slow: %2 or more of all %3 lie there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Within the band of the %1 runs behind the stack: %2 of such lie there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number of layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number of GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pipeline degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number of experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kind of bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A slow run: its pipeline lost far more than its plan explains.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2 with %1: its row does not tell how tensor ranks exchange.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs that tell this configuration differ by %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the %1 runs behind the stack is of %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only %1 of the %2 runs behind the stack are of %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its row does not tell its %1: taken as the stack does it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack was fitted on few runs: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of this was learned from runs: the bare model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>the file cannot be read (%1); check that it exists and that you may read it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be written (%1); choose another place or free some space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file has %1, more than the %2 that such a file can need</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is not JSON (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is not YAML (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; must be %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; is %2 but must lie between %3 and %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; (%2) must be a multiple of &quot;%3&quot; (%4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; is &quot;%2&quot;; known values: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; does not fit together: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model type &quot;%1&quot; is not known; known types: %2. Any other model can be given as a TorchScript file (.pt) or as a layer table (CSV)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no model &quot;%1&quot; in the zoo; it has: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the layer cannot take what comes before it (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loading a TorchScript file runs code from it; allow that (--trust) only if you trust those who made it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the TorchScript file cannot be used: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is another file than the one that was described (SHA-256 %1, and %2 then); describe it anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of %1 runs fewer than %2 can be used, of memory and of time alike (%3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no stack &quot;%1&quot;; there are: %2, or a stack&apos;s file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stack &quot;%1&quot; does not tell of this plan: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this is not a %1 file: its &quot;format&quot; is &quot;%2&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file has version %1, and this program reads versions up to %2; use a newer Stagecraft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a cluster (%2); write NODESxDEVICESxTYPE[:MEMORY], for example 4xcpu:8GiB or 2x8xH100-80GB, or a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the device type &quot;%1&quot; is not in the catalogue; it has: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is %2 but must lie between %3 and %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be &quot;%2&quot;; possible: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the plan is not possible: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the schedule %1 is not possible here: %2; nearest that works: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has not been measured at micro-batch %2 and sequence %3; run: %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the profile was measured on %1, the cluster has %2; profile the model on such a device first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is not a Stagecraft workspace; it was left as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the workspace has version %1, and this program reads versions up to %2; use a newer Stagecraft. The file was left as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the workspace cannot be changed: the file or its folder is read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another process is writing to the workspace; try again when it is done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the workspace could not be used (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the disk is full; nothing was lost, free some space and try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the profiler %1 was not found; build it with STAGECRAFT_WORKER=ON or set STAGECRAFT_WORKER_PATH</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the profiler stopped (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the profiler sent something that is not understood (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the device &quot;%1&quot; is not available (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not fit into the memory of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not fit into the memory of %2 at micro-batch %3 and sequence %4 when it was profiled; profile it on a device with more memory, or, if other programs had taken the memory, run: %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Formulas</name>
    <message>
        <source>%1
Source: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P pipeline stages x T tensor ranks x D replicas; +S: sequence parallel, C: context ranks, E: expert ranks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples at a time on a device x times a step; with the replicas they make the global batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most bytes that any device holds at once: the sum of its memory parts at that moment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the caching allocator takes for these tensors: found by replaying the allocations of the stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserved + workspaces of matrix products + context of the driver + buffers of collectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same with each at its upper bound; the plan fits if this is within the capacity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Global batch (x sequence, for tokens) / step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One optimizer step, simulated operation by operation; a stack&apos;s own time where one is chosen and tells it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle time of all devices / (devices x time of the pipeline); for p equal stages and m micro-batches (p - 1) / (m + p - 1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations that the model needs in a step / (step x devices x peak of a device); recomputed ones do not count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step less the same step with everything sent arriving at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of the whole nodes with devices of the plan x step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What memory and time rest on: measured, scaled, calibrated, given or analytic; the weakest of what they are made of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters and buffers of the layers, in every copy and version that the schedule needs; divided by ZeRO 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients kept until the optimizer&apos;s step; divided by ZeRO 2 and 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>States of the optimizer and its copies of the parameters; divided by ZeRO 1 to 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the layers saved for the backward pass x micro-batches in flight at that moment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors and gradients that cross to or from the next stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Buckets of gradients and gathered parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the layer at work takes for a moment: its measured peak beyond what stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the framework holds besides the tensors of the layers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Recommended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cheapest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Front</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MeasuredSeries</name>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward peak</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MemoryBars</name>
    <message>
        <source>%1, %2 over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 full</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MemoryPart</name>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Boundaries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Framework</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MemoryRow</name>
    <message>
        <source>Device %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1 × %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PeakWords</name>
    <message>
        <source>Peak reserved memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak device memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated by tensors: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserved by the allocator: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the device, with libraries and context: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bounds of the %1: %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the device at most: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlanDetails</name>
    <message>
        <source>%1 (between %2 and %3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, sequence parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 times a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of the fullest device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not told, at most the next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In its host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time and cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 for communication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the figures rest on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beyond the range of what was measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes on the stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on the host: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlanRole</name>
    <message>
        <source>Recommended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cheapest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the front</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alternative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1: layer %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1: layers %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProblemPane</name>
    <message>
        <source>%1 parameters · %2 layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2 with %3 each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 nodes: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, $%1 per node and hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QTableView</name>
    <message>
        <source>The first %1 of %2 rows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sizing</name>
    <message>
        <source>Fewest devices: %1 of %2, on %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cheapest cluster: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest global batch: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest sequence: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest model: %1 (%2 now: %3), %4 billion parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest model: %1, %2 billion parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$%1 a step, $%2 per million tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$%1 a step, $%2 per million samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With %1 nothing fits: in the plan with the least peak device %2 is %3 (%4 bytes) short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan takes fewer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is the largest that was looked for (up to %1): memory does not limit it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No larger one has a plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No larger one has a plan: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best found: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing fits: in the plan with the least peak device %1 is %2 (%3 bytes) short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no plan is possible: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Ln device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Ln devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Ln whole node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Ln whole nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Ln sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Ln samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Ln token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Ln tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Ln pixels of a side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Ln repeated layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%Ln repeated layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewest devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cheapest cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest global batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest model, by depth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest model, by width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2, %3 × %4 samples: peak %5, %6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per million tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per million samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs of a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link in a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Image side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model depth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes of the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Devices in each node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of each device, as its driver reports it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between two devices of a node, each way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between devices of two nodes, each way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of a device for an hour; 0: not known. Whole nodes are billed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples per optimizer step, over all devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pixels of an image&apos;s side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of a sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often the model has the layer that it repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Features between the layers; heads keep their width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exchange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy to host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy from host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collective in layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gather of parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scatter of gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch of parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients to host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update on host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters from host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exchange of parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source> A step costs %1 more than with the cheapest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best plan found peaks at %1 (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan has its fullest device below %1 of its memory: proven.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan peaks below %1: proven.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan that fits is faster: proven. It peaks at %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan that fits is cheaper: proven. It peaks at %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is also the fastest that fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is %1 slower than the fastest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is %1 slower than the fastest and needs %2 less memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scaled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calibrated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>analytic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Composed from layers that were measured at exactly this micro-batch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scaled from layers that were measured at other micro-batches or on another device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the costs that the layer table gives.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Corrected by runs of the training framework.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computed from the layers&apos; dimensions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of capacity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fastest that fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cheapest that fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequential</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interleaved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interleaved (rounds)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PipeDream (vertical sync)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recompute scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swap to the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1: optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2: and gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>3: and parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As they come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DDP, bucket views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fp32 buffers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer, pipelined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ring attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ulysses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bf16 autocast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bf16, fp32 master</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fp16, fp32 master</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything in 32 bit floating point.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters in fp32, products in bf16, as torch.autocast has it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything in bf16; the optimizer keeps fp32 copies of the parameters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything in fp16 with a scaled loss; the optimizer keeps fp32 copies of the parameters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LoRA adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By pattern</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LoRA of rank %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 beside %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fused (SDPA)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Eager</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As configured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor degree %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert degree %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with recomputation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>behind frozen layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in flight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the forward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the optimizer step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Building</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan is possible: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan fits: even the leanest needs %1 more on device %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search was stopped before its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search found no plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 configuration was searched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 configurations were searched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out, as the layers, their costs or the stack do not allow it: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured: these plans are predicted by formulas alone. Their bounds are wide.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 layers were measured on another device (%3), and are scaled from there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 layers are not measured, but predicted by formulas alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 configuration in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 configurations in %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Explores plans for training a model on a cluster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A workspace (*.stagecraft), a config.json or a layer table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language of this run: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your own device types are left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1.
Repair the file or move it away, and start again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your own offers are left out</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft</name>
    <message>
        <source>%1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highest within the operation: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between operations: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reached %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capacity: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, layers %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 devices that do the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of micro-batch %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, stage %2 on place %3: %4, from %5 to %6.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It waited for nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It waited for: %1, stage %2 on place %3, until %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step takes %1 on %2 places, %3 of whose time is idle.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place %1 holds most: %2 at %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The critical path of the %1 simulated steps has %2 operations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The critical path has %1 operations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 What the step waits for: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: idle at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waited for: %1 on place %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the critical path</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::AgreementChart</name>
    <message>
        <source>million tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thousand tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted over measured values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted over measured values of %1 runs: the error is %2 in the mean and %3 in the middle.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted %1 by a fit without this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bands: ±10 % and ±25 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured, %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::BreakdownDialog</name>
    <message>
        <source>Computing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How was this computed? %1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures of the plan and the terms that make them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::CalibrateDialog</name>
    <message>
        <source>Tell by their &amp;speed which runs reduce-scatter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calibrate a stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learns from %1 what a training stack keeps and costs beyond the formulas. The stack is kept in this workspace with its runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>our-cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What can use most of the runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of runs without a pipeline whose rows do not tell how tensor ranks exchange: those that are as fast as with reduce-scatters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Trains as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Calibrate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no name: use letters, digits, - _ and .</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a stack %1: in this workspace the new one takes its place.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::CalibrationRunner</name>
    <message>
        <source>%1: mean error %2 before, %3 after (%4 runs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack %1 is calibrated and kept in this workspace. %2. After: cross-validated, each run predicted by a fit without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calibrate %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fitting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another workspace was opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::CandidateModel</name>
    <message>
        <source>%1, time %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 pipeline stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tensor ranks, sequence parallel (+S)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tensor ranks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 context ranks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts over %1 of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the fullest device
%1
It has %2 and is %3 full, with allocator and context at their upper bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
Between %2 and %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 pipeline stages on devices of their own: %2 devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples at a time on a device, %2 times per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s
%2 samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
%1 of the devices&apos; peak (MFU)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Devices are idle for %1 % of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$%1 per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory: %1. %2
Time: %3. %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>
* beyond the measured range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 of the device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Degrees</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step (s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bubble (fraction)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost per step ($)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost/step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Basis</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::CandidatesPane</name>
    <message>
        <source>Candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy table as &amp;CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy plan as command &amp;line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching… These plans answer the question before your last change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only plans that fit the devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Front</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only plans that no other beats in both memory and speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baselines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also the plans of other partitioners</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profile now…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure each distinct layer alone: it takes seconds to minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model in the problem pane, or drop its config.json here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This workspace has measurements. Choose the model they are of in the problem pane, or drop its config.json here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first plans appear in a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was measured on another kind of device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A layer of %1 did not fit into memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has not been measured for this workload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profile it at a smaller micro-batch, or try again if other programs had taken the memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plans rest on measured layers. A profile runs each distinct layer alone: it takes seconds to minutes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plans for this problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan is possible</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::CatalogueModel</name>
    <message>
        <source>Hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$ an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cheapest that fits; else the one with the least peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the whole nodes that the plan uses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bytes short</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ChainChart</name>
    <message>
        <source>a sample of %1 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an image of %1 × %1 pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 layers with %2 parameters;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 takes %2 forward and gives %3 of outputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 gives %2 of outputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 equal layers; of each:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, at most %2 a layer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type words of a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words of a command</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ConstraintsForm</name>
    <message>
        <source>Constraints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline depth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data-parallel degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of each device that no plan may use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The balanced plan is the leanest among those at most this much slower than the fastest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> % slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharing and memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recommend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which of the plans that fit gets the star; the cheapest needs prices of all nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trains otherwise than one device would: taken only where it is chosen here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The order in which a stage works through the micro-batches</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::CurveModel</name>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the device that is fullest, less what is kept free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::CurveTab</name>
    <message>
        <source>Curve, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upwards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the curve shows of the recommended plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Across</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is tried with several values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the curve as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>over</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::DeviceModel</name>
    <message>
        <source>What the driver reports of the device, less what is kept free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2, micro-batch %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack does not tell: at most what is to the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak is reached</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ErrorHistogramChart</name>
    <message>
        <source>How often errors of which size occur</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of %1 runs %2 are within 10 % and %3 within 25 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs with an error below %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs with an error above %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs with an error from %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs, at most %1 a bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error: predicted over measured, less 1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::Exports</name>
    <message>
        <source>&amp;Copy chart or table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save chart or table as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Print chart or table…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save chart as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save table as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Print chart…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Print table…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page (*.pdf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chart was not written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name &apos;%1&apos; must end in .png, .svg or .pdf: these are the formats of charts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; was not printed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The printer &apos;%1&apos; does not take it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file &apos;%1&apos; cannot be written.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::Help</name>
    <message>
        <source>&amp;Manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::JobModel</name>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time left</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::JobsPane</name>
    <message>
        <source>&amp;Cancel job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log of the selected job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profiles and searches appear here with their progress.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::LanguageMenu</name>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the &amp;system (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stagecraft speaks %1 from its next start.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::LayerModel</name>
    <message>
        <source>%1 parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 floating-point operations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved for backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (FLOP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::LeverField</name>
    <message>
        <source>%1, by slider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not known</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::MainWindow</name>
    <message>
        <source>Problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trade-off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sizing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stagecraft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on %2 – %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (read-only)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the profile?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A profile is running. What it has measured so far is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New from &amp;model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan as &amp;JSON…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan as &amp;YAML…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Trade-off chart as an image…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Memory chart as an image…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;imeline as an image…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stages as an image…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sizing &amp;curve as an image…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Profile chart as an image…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>M&amp;odel chart as an image…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted &amp;against measured as an image…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Profile…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;How was this computed?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Filter candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore &amp;default layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Stagecraft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the selected plan or a chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure the model&apos;s layers on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New from model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models (*.json *.csv *.pt *.pth)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stagecraft workspaces (*.stagecraft)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save workspace as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>YAML (*.yaml *.yml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stagecraft %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A plan explorer for training neural networks that do not fit one device.

The window is free software under the GNU General Public License, version 3 or later; the core and the command line under the Apache License 2.0.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ManualWindow</name>
    <message>
        <source>Manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – Manual</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::MeasuredChart</name>
    <message>
        <source>Measured values over the micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of this layer is measured at sequence %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 at micro-batch %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 at micro-batch %3 to %4 at %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hollow: compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, micro-batch %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch, at side %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch, at sequence %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::MeasurementsPane</name>
    <message>
        <source>%1 distinct layers stand for all %2; %3 of %4 points are measured. Times spread by at most %5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares and recomputed layers: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of other workloads: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>driver %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured with %1; where several measured a point, the newest counts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers add up within %1 of the memory and %2 of the time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has measured none of these points.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 takes %2 times as long (median); the bytes are equal at %3 of %4 points.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 layer was run here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 layers were run here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To profile this model for %1 devices, mCAP would run %2 and CAPSlog %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distinct layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Points of the selected layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P&amp;rofile…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Co&amp;ntinue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times of the forward and the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved bytes and the peaks of the forward and the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mCAP (Euro-Par 2022) and CAPSlog (PDP 2024) measure layers inside of distributed runs of the model; here each distinct layer is measured alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model in the problem pane: what is measured of its layers appears here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 brings its own costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A layer table carries its costs: there is nothing to measure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be measured for this workload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A profile runs each distinct layer alone: %1 of them stand for all %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are measurements of other workloads: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has not been measured for this workload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profile now…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure the model&apos;s layers on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This workspace is read-only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete the selected points; Ctrl+A in their table selects all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::MemoryBars</name>
    <message>
        <source>Memory per device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most is on device %1: %2 of %3, reached %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 do not fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of it NCCL: %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capacity: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reached %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capacity %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::MemoryPane</name>
    <message>
        <source>Memory per device, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory of each device appears here with the first plan.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ModelPane</name>
    <message>
        <source>Layers of the model, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model in the problem pane: its layers appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers of %1 do not fit this workload</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::Pane</name>
    <message>
        <source>Show as a table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::PlanPane</name>
    <message>
        <source>The selected plan in words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a plan does and what its figures rest on is written here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::PointModel</name>
    <message>
        <source>Missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More than %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another layer was measured here, this one was not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median of %1 runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The device ran out of memory: the layer needs more than it has. Larger micro-batches need not be tried.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, half the distance of the quartiles is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward time of the compared device over the one here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward time of the compared device over the one here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved bytes of the compared device less those here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half the distance of the quartiles over the median, of the less steady of the two times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward %1, backward %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved bytes on the other device less those here; &quot;equal&quot; if all figures of the memory agree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (UTC), on %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (fraction)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward there over here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward there over here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved there less here (bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured at (UTC)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ProblemPane</name>
    <message>
        <source>Reading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a Hugging Face config.json, a TorchScript file or a layer table (CSV)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples per optimizer step, over all devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of a sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples that a device works on at a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How attention is computed: it decides how much is kept for the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropout keeps a mask of what it drops for the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes x devices x type, with :memory and @price where the catalogue differs:
4xcpu:8GiB, 8xA100-80GB, 2x8xH100-80GB@32 ($ per node and hour)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device types of the catalogue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1	%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trainable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models (*.json *.csv *.pt *.pth)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (bundled)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (zoo)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A config.json, a layer table, or one of the list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Image side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pixels of an image&apos;s side</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ProfileDialog</name>
    <message>
        <source>Profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs each distinct layer of %1 alone on this machine, measures its memory and time, and stores every measurement as soon as it is made. Plans appear while it runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most %1 measurements, %2 of them still to be made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 measurements, %2 of them still to be made.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ProfileForm</name>
    <message>
        <source>Write numbers with commas between them, for example 1, 2, 4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Load the TorchScript file, which runs code from it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The problem is trained otherwise: plans use these measurements once it says the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Se&amp;quence parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers with recomp&amp;utation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;hecks that layers add up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tr&amp;y again what ran out of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;More options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-&amp;batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples that a device works on at a time. From two measured micro-batches others are derived.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Image &amp;sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pixels of an image&apos;s side, one or several</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of a sample, one or several</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which of this machine&apos;s GPUs; the first is 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to measure on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Time budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No new layer is begun after this time; what is missing can be measured later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: only if you trust those who made it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pre&amp;cision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What numbers are held in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its states and its step are measured too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How attention is computed: it decides how much is kept for the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>D&amp;ropout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropout keeps a mask of what it drops for the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares of layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole layers only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Te&amp;nsor degrees</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One rank&apos;s share of each layer is measured too, as in 2, 4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Expert degrees</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of a rank that has a part of the experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranks of a tensor degree have their part of the tokens between the products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure besides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every layer but embedding and head keeps its input alone and runs forward again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neighbouring layers together, and two micro-batches in flight, are run whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers that ran out of memory before are measured anew: other programs may have had the memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All are measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To&amp;lerance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger micro-batches are left out once one lies this close to the line through the two before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dropout %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor degree %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert degree %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tolerance %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ProfileRunner</name>
    <message>
        <source>micro-batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 at the peak, %3 forward, %4 backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 saved, %3 forward, %4 backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: out of memory (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On %1 with %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped; measurements kept: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time is up; measurements made: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done; measurements made: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped: another workspace was opened</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ProfilesPane</name>
    <message>
        <source>Measurements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was measured of each distinct layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters, work and activations of each layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dev&amp;ice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare &amp;with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measurements of a second device can be compared: stagecraft-cli workspace import brings them into this workspace, which then is to be opened again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on with the last profile: what it has measured is not measured again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure the points that are missing: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete the measurement?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete %1 measurements?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They go from this workspace for good. Layers can be measured again, and files imported again with stagecraft-cli.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::RunGroupModel</name>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>90 % below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank corr.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the band</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The median error with its sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spearman&apos;s rank correlation: 1 where predictions put the runs into their true order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the runs that were measured between the low and the high bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (fraction)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ScenarioList</name>
    <message>
        <source>Pinned scenarios</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is pinned. What is tried at the left becomes a scenario here, to compare with others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the selected scenario; undo brings it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin a scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename a scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a scenario</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ScenarioModel</name>
    <message>
        <source>estimating…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be estimated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost ($ per million tokens or samples)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput (tokens/s or samples/s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory (bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ScriptDialog</name>
    <message>
        <source>Load TorchScript</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading “%1” runs code from it. Load it only if you trust those who made it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its children are then run one by one on two random samples. Say what one sample is: 3x224x224 for numbers of that shape, tokens:LENGTH:VOCABULARY for ids.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;One sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Trust and load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write lengths with x between them, as in 3x224x224.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::SearchRows</name>
    <message>
        <source>Per place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stages at each place of the pipeline, of interleaved schedules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peaks as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By what the peaks of unlike devices are compared: the least largest one is recommended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recompute single layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search recomputes as few layers of each stage as it needs for a lower peak or a faster step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swap single blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search swaps to the host what KARMA&apos;s rule chooses, where the way there is known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Degrees of each stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search gives each stage tensor and data degrees of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any number of stages a place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>single layers recomputed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>single blocks swapped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>degrees of each stage</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::SharingRows</name>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor degree: devices that share each layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seq. parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the ranks of a tensor degree have their part of the tokens each between the products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context degree: devices that have parts of each sample&apos;s tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How attention sees the others&apos; tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expert degree: replicas that divide the experts among themselves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the replicas of a stage divide among themselves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How gradients are kept between a layer&apos;s backward pass and the optimizer&apos;s step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What becomes of what layers save for the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State that lies in the host&apos;s memory, which then makes the optimizer&apos;s step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any tensor degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor degree %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence parallel or not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any context degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context degree %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any expert degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert degree %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any ZeRO stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradients: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any recomputation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer on the host or not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on the host: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ShortcutList</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys inside a chart are on the manual page of its pane (F1).</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::SignatureModel</name>
    <message>
        <source>Layer %1 of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 equal layers of the model, the first is layer %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>micro-batch %1 at sequence %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Additivity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Points of this layer that are measured, of all where any layer was tried</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half the distance of the quartiles over the median, of the least steady time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the peak of a stage that was run whole is from what its layers alone predict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worst check of stages that begin with this layer: the peak is %1 off, the time %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No stage that begins with this layer was run whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (fraction)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::SizingAnswers</name>
    <message>
        <source>Answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What stands here answers the question before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan that proves it: with the least peak, or for the cheapest cluster the cheapest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::SizingCurve</name>
    <message>
        <source>Peak or cost over a what-if</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: no plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, from %2 to %3; %4 of %5 values fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does not fit, or no plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>May need on the device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (the line: now)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::SizingForm</name>
    <message>
        <source>Apply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What if</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the catalogue, with its memory and links, at the lowest price on demand that is known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply to the problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the problem what is tried here; undo takes it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the problem as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin as a scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep what is tried here, with its plan, to compare with others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::SizingPane</name>
    <message>
        <source>Hardware that is offered, by price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sizing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As many nodes of each offer as it takes for as many devices. Enter, or a double click, tries one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No problem to size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What-ifs of hardware, batch and model appear here once there is a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is tried cannot be; what stands below is of what was tried before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not fit, %1 short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, batch %2: %3; peak %4, %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply a what-if</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::StackField</name>
    <message>
        <source>The framework that will train. Memory, and time on its devices, are then by the framework&apos;s own model, corrected by measured runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (yours)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None: libtorch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (unknown)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory: %1. Time: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::StageStrip</name>
    <message>
        <source>Stages of the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1: layers %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, tensor degree %1, data degree %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n stages.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Parameters: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With state and what is saved: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both passes: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2–%3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>up to %1 full</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::StagesPane</name>
    <message>
        <source>Data degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replicas of the stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge with next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move a cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By what a layer is wide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stages, to be changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Devices that share each layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What becomes of what its layers save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of this plan of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two stages of this one, with as many layers each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One stage of this one and the next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this plan of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beside the recommended plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stages of a plan appear here, to be changed by hand.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beside the recommended plan: %1, %2.%3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 less peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a step %1 longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a step %1 shorter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2. Drag a cut, or change a stage: that makes a plan of your own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1 of %2: layers %3 to %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Different ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Degrees of a stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations of a stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split a stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename a plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete a plan</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::StartPage</name>
    <message>
        <source>Stagecraft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which plan trains your model on the devices you have?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New from a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose or drop a config.json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose or drop a .stagecraft file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explore the example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT-2 small, measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin with GPT-2 small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To profile on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent workspaces</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::TimelineChart</name>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time in %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::TimelineModel</name>
    <message>
        <source>%1, place %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waited for</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::TimelinePane</name>
    <message>
        <source>Timeline, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only what the end of the step waited for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export &amp;Chrome trace…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export &amp;memory over time…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Simulating…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The timeline of the selected plan is on its way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Simulating… This is the timeline of the plan before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select what this operation waited for (Return)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to what it waited for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export Chrome trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chrome trace (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export memory over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each device does during a step appears here with the first plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too much to draw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step of this plan has about %1 operations; up to %2 are drawn. Choose fewer micro-batches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This plan has no timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Simulated as libtorch trains, not as stack %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select an operation to see what it waited for.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::TradeoffChart</name>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput against peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capacity %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost against peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$ for 10⁶ tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$ for 10⁶ samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 plans peak between %2 and %3; the fastest reaches %4.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::TradeoffPane</name>
    <message>
        <source>Throughput and peak memory, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a million tokens or samples cost, instead of how many there are in a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plans to compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each plan becomes a point: to the right faster, further down leaner.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::TrainableRows</name>
    <message>
        <source>all linear layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trainable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which parameters learn; the others are frozen: they have neither gradients nor optimizer states</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of the adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adapted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linear layers with an adapter beside them, as in *.query, *.value; empty: all but the projection onto the classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names of parameters, as in *.bias or block 3.*; * stands for any characters, ? for one, commas stand between patterns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write which parameters learn, for example *.bias.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a pattern of parameter names, such as *.bias.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ValidatedRunModel</name>
    <message>
        <source>Not told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Degrees</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is known of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Degrees that are not 1: pipeline, tensor, context, expert, data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted over measured, less 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Causes that the runs at hand show, the most telling first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File and line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by a fit without this run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ValidationPane</name>
    <message>
        <source>Measured runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uncorrected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stack&apos;s model before it has learned from any run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ca&amp;librate…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R&amp;uns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stac&amp;k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open measured runs of your own (CSV)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open measured runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All published runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tells most runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (yours)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These runs cannot be compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose measured training runs: published ones come along, or open a CSV file of your own. Each is predicted and shown beside what was measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the published runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calibrating…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This workspace is read-only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose runs first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A calibration is running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learn a stack&apos;s corrections from these runs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::ValidationResults</name>
    <message>
        <source>%1 runs with %2: mean error %3, median %4, 90 % below %5, bias %6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, rank correlation %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; %1 lie in bounds that have not seen them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; %1 lie between low and high, in-sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 other reasons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left out: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs, predicted and measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups of runs with their errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy runs as &amp;CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory of the measured rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of one optimizer step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens a second of all devices together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross-validated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs that the stack was calibrated from are predicted by a fit without them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Group by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every run, the largest error first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The errors of each group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the runs on show as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy runs as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run can be compared.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>stagecraft::Workbench</name>
    <message>
        <source>Model %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not possible yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A layer table carries its costs: there is nothing to measure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This workspace is read-only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A profile is running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profiler is not installed on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
