// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Values that training scripts read from a dry device: those from the host are known, those computed on the device are
// not.
#include "tests/integration/dryrunline.h"

#include <QJsonArray>
#include <QTest>

using namespace stagecraft::testing;

namespace {

// A rank that reads values runs only once.
const QStringList once {"--read-as", "0"};

// The check of transformers for rows that contain several samples.
const QByteArray packed = R"(
import os, sys, tempfile
import torch
folder = tempfile.mkdtemp()
os.mkdir(os.path.join(folder, "transformers"))
open(os.path.join(folder, "transformers", "__init__.py"), "w").close()
with open(os.path.join(folder, "transformers", "masking_utils.py"), "w") as file:
    file.write("""
import torch
def find_packed_sequence_indices(position_ids):
    mask = (torch.diff(position_ids, prepend=position_ids[:, :1] - 1, dim=-1) != 1).cumsum(-1)
    return None if (mask[:, -1] == 0).all() else mask
""")
sys.path.insert(0, folder)
from transformers.masking_utils import find_packed_sequence_indices
assert find_packed_sequence_indices(torch.arange(8, device="cuda").unsqueeze(0)) is None, "nothing is packed"
assert find_packed_sequence_indices(torch.tensor([[0, 1, 2, 0, 1]]).to("cuda")) is not None, "the second sample is seen"
assert find_packed_sequence_indices(torch.tensor([[0, 1, 2, 3, 4]]).to("cuda")) is None, "one sample is no pack"
)";

const QByteArray branching = R"(
import torch
mask = torch.ones(4, 8, dtype=torch.long)
mask = mask.to("cuda")
assert mask.all() and not (mask == 0).any(), "a mask keeps its values"
sizes = torch.tensor([3, 5, 7], device="cuda")
assert sizes.cpu().tolist() == [3, 5, 7] and sizes.sum().item() == 15, "sizes keep their values"
assert torch.repeat_interleave(sizes).shape == (15,) and torch.ones(2, 3, device="cuda").repeat_interleave(
    sizes, dim=1).shape == (2, 15), "the size of a result follows from them"
try:
    torch.repeat_interleave(torch.ones(3, device="cuda").round().long() + 0)
    raise SystemExit("repeats that are not known were taken for known ones")
except RuntimeError as error:
    assert "output_size" in str(error), error
loss = torch.nn.functional.mse_loss(torch.ones(8, device="cuda"), torch.zeros(8, device="cuda"))
assert torch.isfinite(loss) and not torch.isnan(loss), "results count as finite"
assert loss.item() == 0
gradient = torch.rand(8, device="cuda")
assert sum(int(torch.isnan(g).sum().item()) + int(g.isinf().any()) for g in (gradient, -gradient)) == 0, "none is counted"
invalid = torch.zeros([1], device="cuda")
invalid += torch.isfinite(gradient.amax()).logical_and(torch.isfinite(gradient.amin())).logical_not()
assert invalid.bool().byte().to("cuda")[0].item() == 0, "nothing has overflowed"
assert [sizes[1].item(), *sizes[1:].tolist(), sizes.view(3, 1)[2].item()] == [5, 5, 7, 7], "so do parts of them"
assert (2 * sizes + 1).tolist() == [7, 11, 15] and (sizes // 2).max().item() == 3, "and what follows from them"
assert torch.ones(9, device="cuda")[:sizes[0]].shape == (3,) and torch.arange(0, 9, 3, device="cuda").tolist() == [0, 3, 6]
sizes += 1
assert sizes.tolist() == [4, 6, 8], "also in place"
sizes.copy_(torch.tensor([1, 2, 3]))
assert sizes.tolist() == [1, 2, 3], "or written over"
sizes[0] = 9
assert sizes.tolist()[1:] != [2, 3], "what a kernel changed is not known"
mask.fill_(0)
assert not mask.all(), "what a kernel changed is not known"
assert len(torch.tensor([loss, loss])) == 2
scaler = torch.amp.GradScaler("cuda")
layer = torch.nn.Linear(8, 8).cuda()
optimizer = torch.optim.SGD(layer.parameters(), lr=1)
for step in range(3):
    scaler.scale(layer(torch.ones(2, 8, device="cuda")).sum()).backward()
    scaler.step(optimizer)
    scaler.update()
assert scaler.get_scale() == 65536, "no gradient is infinite, so that the scale stays"
assert torch.full((2,), 7, device="cuda").tolist() == [7, 7] and torch.ones(2, device="cuda").sum().item() == 2
)";

// Tensors created without a device are on the script's default device, as on a GPU.
const QByteArray defaults = R"(
import torch
torch.set_default_device("cuda")
made = [torch.arange(3), torch.tensor([1, 2]), torch.as_tensor([1, 2]), torch.zeros(3), torch.ones(3), torch.full((2,), 7)]
assert all(tensor.is_cuda for tensor in made), [tensor.device for tensor in made]
assert made[0].tolist() == [0, 1, 2] and made[1].sum().item() == 3, "values are kept there, too"
with torch.device("meta"):
    assert torch.arange(3).is_meta and torch.tensor([1]).is_meta and torch.zeros(3).is_meta, "of a context as well"
before = torch.cuda.memory_allocated()
large = torch.arange(1 << 20)
assert torch.cuda.memory_allocated() - before == 8 << 20, "and take memory there"
torch.set_default_device("cpu")
assert not torch.arange(3).is_cuda
)";

// Results whose size depends on values: known values are as on a GPU, others fail.
const QByteArray sized = R"(
import torch
values = torch.rand(6, device="cuda").reshape(3, 2)
rows = torch.tensor([True, False, True], device="cuda")
assert values[rows].shape == (2, 2) and rows.nonzero().shape == (2, 1), "a mask from the host says how many"
assert rows.nonzero().tolist() == [[0], [2]] and torch.where(rows)[0].shape == (2,), "and which"
assert values.masked_select(rows.unsqueeze(1)).shape == (4,)
assert torch.unique(torch.tensor([3, 1, 3], device="cuda")).tolist() == [1, 3], "what differs is known"
assert torch.bincount(torch.tensor([0, 4], device="cuda")).tolist() == [1, 0, 0, 0, 1], "so are counts"
assert torch.nn.functional.one_hot(torch.tensor([0, 4], device="cuda")).shape == (2, 5), "and classes"
places = torch.tensor([[0, 1, 1], [1, 2, 2]], device="cuda")
sparse = torch.sparse_coo_tensor(places, torch.ones(3, device="cuda"), (3, 3))
rows_of = torch.sparse_csr_tensor(torch.tensor([0, 1, 2, 3], device="cuda"), places[1], torch.ones(3, device="cuda"), (3, 3))
assert sparse.coalesce()._nnz() == 3, "entries count as different"
lengths = torch.tensor([5, 9, 7], device="cuda")
assert torch.zeros(2, lengths.max(), device="cuda").shape == (2, 9), "a tensor may be a size, which torch itself reads"
assert torch.arange(lengths.min(), device="cuda").shape == (5,) and torch.is_nonzero(lengths.sum()), "or an end, or a truth"
unknown = values > 2
assert repr(values) and str(unknown), "tensors can be printed"
assert torch.bincount(unknown.long().flatten(), minlength=4).shape == (4,), "a least length is enough"
for name, ask in (("nonzero", lambda: unknown.nonzero()), ("an index", lambda: values[unknown]),
                  ("unique", lambda: torch.unique(values)), ("masked_select", lambda: values.masked_select(unknown)),
                  ("bincount", lambda: torch.bincount(unknown.long().flatten())),
                  ("to_sparse", lambda: values.to_sparse()), ("one_hot", lambda: torch.nn.functional.one_hot(unknown.long())),
                  ("a product", lambda: torch.sparse.mm(sparse, sparse)), ("a product", lambda: torch.sparse.mm(rows_of, rows_of))):
    try:
        ask()
    except RuntimeError as error:
        assert "dry run: how large the result" in str(error), error
    else:
        raise SystemExit(name + " gave a result of no size")
)";

// Counts that the device would have computed, such as the tokens of each expert.
const QByteArray counting = R"(
import torch
layer = torch.nn.Linear(1024, 1024, bias=False).cuda()
optimizer = torch.optim.SGD(layer.parameters(), 0.1)
for step in range(3):
    x = torch.ones(256, 1024).cuda()
    experts = layer(x).argmax(-1)
    counts = (experts == 3).sum().tolist()
    layer(x).sum().backward()
    print("expert 3 has", counts)
    optimizer.step()
    optimizer.zero_grad()
    print(f"{x.sum().item():.3f}")
)";

// Ways to branch on a result. Many convert it to a plain number or a host array first.
const QByteArray deciding = R"(
import math, torch
x = torch.rand(16, 16, device="cuda")
total = x.sum()
number = total.item()
parameter = torch.nn.Parameter(torch.ones((), device="cuda"))
pinned = torch.empty((), pin_memory=True)
pinned.copy_(total, non_blocking=True)
truths = [(x > 2).any(), (x > 2).cpu().any(), (x.cpu() > 0.5).any(), number > 2, abs(number - 1) < 0.5,
          math.exp(number) < 0.5, bool(number), number == 2, float(total) > 0.5, float(number) > 0.5,
          total.cpu().item() > 0.5, total.to("cpu") > 0.5, parameter.item() > 0.5, pinned.item() > 0.5,
          int(float(total)) > 0, int(total.cpu()) > 0, not math.isclose(number, 0.0), math.fsum([number]) > 0.5]
more = [torch.empty(1 << (16 + i), dtype=torch.uint8, device="cuda") for i, truth in enumerate(truths) if truth]
)";

// Numbers that were read are passed to code that checks for the exact type float.
const QByteArray exactFloats = R"(
import os, tempfile, torch
layer = torch.nn.Linear(8, 8).cuda()
optimizer = torch.optim.SGD(layer.parameters(), 0.1)

@torch.compile(fullgraph=True, backend="eager")
def scaled(x, weight):
    return (x * weight).sum()

weight = 1.0
file = os.path.join(tempfile.mkdtemp(), "checkpoint.pt")
for step in range(3):
    loss = scaled(layer(torch.ones(2, 8).cuda()), weight)
    loss.backward()
    optimizer.step()
    weight = loss.item()
    torch.save({"model": layer.state_dict(), "loss": weight}, file)
    assert torch.load(file, weights_only=True)["loss"] == 0
)";

// A kernel unknown to torch writes counts into zeros.
const QByteArray kernelCounts = R"(
import sys, torch
try:
    import triton, triton.language as tl
except ImportError:
    sys.exit(0)

@triton.jit
def count(ids, lengths, out, n, block: tl.constexpr):
    i = tl.program_id(0) * block + tl.arange(0, block)
    tl.atomic_add(out + tl.load(ids + i, mask=i < n, other=0), 1, mask=i < n)

ids = torch.rand(1024, device="cuda").argsort().int()
lengths = torch.tensor([3, 5], device="cuda")
counts = torch.zeros(8, dtype=torch.int32, device="cuda")
count[(4,)](ids, lengths, counts, 1024, block=256)
assert lengths.tolist() == [3, 5], "what a kernel reads stays known"
kept = torch.empty(counts.tolist()[0] + 1, 1 << 20, device="cuda")
)";

}

class TestDryRunValues : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void valuesThatScriptsLookAt();
    void whatDependsOnTheDeviceIsReported();
    void whatDependsOnNumbersIsRefused();
    void whatDependsOnTruthsIsReportedBothWays();
    void laterRanksAreChecked();
    void numbersStayPlainForOthers();
    void countsOfKernelsAreUnknown();
    void writesThroughDataAreSeen();
    void scriptsThatWaitAreReported();
    void objectsGoAroundARing();
    void statesOfAnUnfinishedStepAreStates();

private:
    std::unique_ptr<DryRunLine> m_cli;
};

void TestDryRunValues::initTestCase()
{
    if (!hasTorchForCuda()) {
        QSKIP("this libtorch is no package of this machine's Python, or was built without CUDA");
    }
}

void TestDryRunValues::init()
{
    m_cli = std::make_unique<DryRunLine>();
}

void TestDryRunValues::valuesThatScriptsLookAt()
{
    // One run of one script, because such a test spends most of its time starting Python.
    const Finished run = m_cli->dryRun(once, {m_cli->write("looks.py", packed + sized + defaults + branching)});
    QVERIFY2(run.code == 0, run.err + run.out);
}

void TestDryRunValues::whatDependsOnTheDeviceIsReported()
{
    const Finished run = m_cli->dryRun({}, {m_cli->write("counts.py", counting)});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    QCOMPARE(rank.value("read").toArray().size(), 1); // not the loss
    const QString place = rank.value("read").toArray().first().toString();
    QVERIFY2(place.endsWith("counts.py:8 <module>"), qPrintable(place));
    QVERIFY(rank.value("read_matters").isBool() && !rank.value("read_matters").toBool()); // it is only printed
    const QByteArray divides = "import torch\nx = torch.rand(3, device='cuda')\ny = x.sum().item()\n1 / (y - y)\n";
    const Finished failed = m_cli->dryRun(once, {m_cli->write("divides.py", divides)});
    QCOMPARE(failed.code, 1);
    QVERIFY2(failed.out.contains("ZeroDivisionError") && failed.out.contains("computes nothing"), failed.out);
    const Finished compared = m_cli->dryRun(once, {m_cli->write("scores.py", R"(
import torch
scores = torch.rand(4, device="cuda")
print(scores.sum().item(), scores.tolist())
kept = [score for score in scores.tolist() if score > 0.01]
)")});
    const QJsonArray read = compared.json().value("ranks").toArray().first().toObject().value("read").toArray();
    // not the printed values
    QVERIFY2(read.size() == 1 && read.first().toString().contains("scores.py:5"), compared.out);
}

// Sizes that depend on values are rejected, also by int(); an explicit assumption gives the bytes.
void TestDryRunValues::whatDependsOnNumbersIsRefused()
{
    const QString script = m_cli->write("sizes.py", R"(
import math, torch
x = torch.ones(256, 1024).cuda()
count = (x > 3).sum()
made = [x[:count.tolist()].clone()]
made.append(x[:int(count)].clone())
made.append(torch.empty(count, 1024, device="cuda"))
made.append(torch.empty(int(x.sum()), 1024, device="cuda"))
made.append(torch.empty(math.ceil(x.sum().item() / 2), 1024, device="cuda"))
)");
    const Finished run = m_cli->dryRun({}, {script});
    QCOMPARE(run.code, 1);
    for (int line = 5; line <= 9; ++line) {
        QVERIFY2(run.out.contains("sizes.py:" + QByteArray::number(line)), run.out);
    }
    QVERIFY2(run.out.contains("--read-as"), run.out);
    const auto askedFor = [&](const char* number) {
        const Finished reported = m_cli->dryRun({"--read-as", number}, {script});
        return reported.json().value("ranks").toArray().first().toObject().value("requested_bytes").toInteger();
    };
    constexpr qint64 row = 4096;
    QCOMPARE(askedFor("199") - askedFor("99"), 5 * 100 * row);
    QCOMPARE(m_cli->leftInTemporaryFolder(), QStringList());
}

void TestDryRunValues::whatDependsOnTruthsIsReportedBothWays()
{
    const Finished run = m_cli->dryRun({}, {m_cli->write("decides.py", deciding)});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    const qint64 more = rank.value("otherwise").toObject().value("peak_allocated_bytes").toInteger()
        - rank.value("peak_allocated_bytes").toInteger();
    constexpr int truths = 18;
    constexpr qint64 unit = 1 << 16;
    QVERIFY2(qAbs(more - ((1LL << truths) - 1) * unit) < unit,
             qPrintable(QString::number(more))); // each of them counts
    const Finished same = m_cli->dryRun({}, {m_cli->write("prints.py", R"(
import torch
x = torch.rand(256, 1024, device="cuda")
print("many" if x.cpu().mean() > 2 else "few", x.sum().item() > 2)
)")});
    QVERIFY2(same.code == 0, same.err + same.out);
    const QJsonObject identical = same.json().value("ranks").toArray().first().toObject();
    QCOMPARE(identical.value("otherwise").toObject().value("peak_allocated_bytes"),
             identical.value("peak_allocated_bytes"));
    // With the other value the script skips every step: it ends, and gives no bytes of training.
    const Finished skips = m_cli->dryRun({}, {m_cli->write("skips.py", R"(
import itertools, torch
layer = torch.nn.Linear(1024, 1024, bias=False).cuda()
optimizer = torch.optim.SGD(layer.parameters(), 0.1)
for step in itertools.count():
    loss = layer(torch.rand(256, 1024, device="cuda")).sum()
    loss.backward()
    if loss.item() > 100:
        continue
    optimizer.step()
)")});
    QVERIFY2(skips.code == 0, skips.err + skips.out);
    QVERIFY(skips.json().value("ranks").toArray().first().toObject().value("otherwise").isNull());
}

// Later ranks are checked: all ranks read on the same line, but only the last one uses the value. A minimum size hides
// small numbers.
void TestDryRunValues::laterRanksAreChecked()
{
    const Finished run = m_cli->dryRun({"--world", "2", "--ranks", "all"}, {m_cli->write("last.py", R"(
import os, torch
x = torch.rand(256, 1024, device="cuda")
number = int(x.argmax(-1).sum())
if os.environ["RANK"] == "1":
    kept = torch.empty(max(64, number // 64), 1 << 10, device="cuda")
)")});
    QCOMPARE(run.code, 1);
    const QJsonArray ranks = run.json().value("ranks").toArray();
    QCOMPARE(ranks.size(), 2);
    QCOMPARE(ranks[0].toObject().value("read_matters"), QJsonValue(false));
    QCOMPARE(ranks[0].toObject().value("other_number"), QJsonValue(10007));
    QCOMPARE(ranks[1].toObject().value("read_matters"), QJsonValue(true));
}

void TestDryRunValues::numbersStayPlainForOthers()
{
    const Finished run = m_cli->dryRun(once, {m_cli->write("exact.py", exactFloats)});
    QVERIFY2(run.code == 0, run.err + run.out);
}

void TestDryRunValues::countsOfKernelsAreUnknown()
{
    const Finished run = m_cli->dryRun(once, {m_cli->write("kernel.py", kernelCounts)});
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    if (rank.value("requested_bytes").toInteger() == 0) {
        QSKIP("this machine's Python has no Triton");
    }
    QVERIFY2(run.code == 0, run.err + run.out);
    QCOMPARE(rank.value("read").toArray().size(), 1);
    QCOMPARE(rank.value("reads_numbers"), QJsonValue(true));
}

void TestDryRunValues::writesThroughDataAreSeen()
{
    const Finished run = m_cli->dryRun(once, {m_cli->write("data.py", R"(
import torch
read, written, placed = (torch.tensor([512, 513]).cuda() for _ in range(3))
assert read.data.tolist() == read.tolist() == [512, 513]
written.data.random_(2, 9)
placed.data[0] = 7
for unknown in (written, placed):
    assert unknown.tolist() != [512, 513]
)")});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    QCOMPARE(rank.value("read").toArray().size(), 1);
}

void TestDryRunValues::scriptsThatWaitAreReported()
{
    const Finished run = m_cli->dryRun(once, {m_cli->write("waits.py", R"(
import torch
flag = torch.zeros(1, dtype=torch.int64, device="cuda")
for _ in range(20_000):
    if flag.item() == 1:
        break
)")});
    QVERIFY2(run.code == 0, run.err + run.out);
    QCOMPARE(run.err.count("waits.py:5"), 1);
    QVERIFY2(run.err.contains("waits forever"), run.err);
}

// Objects sent around a ring arrive, as in pipelines with two stages per rank: the first rank depends on the data that
// it sent.
void TestDryRunValues::objectsGoAroundARing()
{
    const QString script = m_cli->write("ring.py", R"(
import torch
import torch.distributed as dist
dist.init_process_group("nccl")
rank, world = dist.get_rank(), dist.get_world_size()
size = [1]
for stage in (rank, rank + world):
    if stage > 0:
        dist.recv_object_list(size, src=(rank - 1) % world)
    size[0] *= 2
    if stage < 2 * world - 1:
        dist.send_object_list(size, dst=(rank + 1) % world)
kept = torch.zeros(size[0] << 20, dtype=torch.uint8, device="cuda")
)");
    const Finished run = m_cli->dryRun({"--world", "3", "--ranks", "first"}, {script});
    QVERIFY2(run.code == 0, run.err + run.out);
    const QJsonArray ranks = run.json().value("ranks").toArray();
    QCOMPARE(ranks.size(), 1);
    // peak of the fourth stage
    QCOMPARE(ranks.first().toObject().value("peak_allocated_bytes").toInteger(), 16LL << 20);
    const Finished never = m_cli->dryRun({"--world", "2", "--ranks", "first"}, {m_cli->write("silent.py", R"(
import torch.distributed as dist
dist.init_process_group("nccl")
if dist.get_rank() == 0:
    dist.recv_object_list([None], src=1)
)")});
    QCOMPARE(never.code, 1);
    QVERIFY2(never.out.contains("needs an object that rank 1 has not sent"), never.err + never.out);
}

// States count as states even if the first optimizer step runs out of memory before it has registered them.
void TestDryRunValues::statesOfAnUnfinishedStepAreStates()
{
    const Finished run = m_cli->dryRun({}, {m_cli->write("adam.py", R"(
import torch
layers = torch.nn.Sequential(*[torch.nn.Linear(16384, 16384, bias=False, device="cuda") for _ in range(22)])
optimizer = torch.optim.AdamW(layers.parameters())
layers(torch.ones(1, 16384, device="cuda")).sum().backward()
optimizer.step()
)")});
    QCOMPARE(run.code, 3);
    qint64 states = 0;
    qint64 gradients = 0;
    const QJsonObject rank = run.json().value("ranks").toArray().first().toObject();
    for (const QJsonValue& part : rank.value("peak").toObject().value("parts").toArray()) {
        const qint64 bytes = part.toObject().value("bytes").toInteger();
        states += part.toObject().value("category") == QStringLiteral("optimizer") ? bytes : 0;
        gradients += part.toObject().value("category") == QStringLiteral("gradients") ? bytes : 0;
    }
    QCOMPARE(gradients, 22LL << 30);
    QVERIFY2(states >= 30LL << 30, qPrintable(QString::number(states)));
}

QTEST_GUILESS_MAIN(TestDryRunValues)
#include "tst_dryrunvalues.moc"
