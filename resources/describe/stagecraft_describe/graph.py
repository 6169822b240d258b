# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""Changes to the graph of a traced layer, so that it runs on any device, in any precision and at any batch size."""

import torch

from . import Refused

TYPE_CODES = {5: torch.float16, 6: torch.float32, 7: torch.float64, 15: torch.bfloat16}
INT32, FLOAT, BFLOAT16 = 3, 6, 15

# Operators that torch.autocast runs in 16 bits, and in 32 (torch/autocast_mode.h); others promote.
LOW = {"aten::linear", "aten::matmul", "aten::mm", "aten::bmm", "aten::addmm", "aten::baddbmm", "aten::einsum",
       "aten::conv1d", "aten::conv2d", "aten::conv3d", "aten::convolution", "aten::scaled_dot_product_attention",
       "aten::prelu"}
HIGH = {"aten::layer_norm", "aten::softmax", "aten::log_softmax", "aten::rsqrt", "aten::pow", "aten::exp", "aten::log",
        "aten::sum", "aten::cumsum", "aten::norm", "aten::group_norm", "aten::softplus", "aten::cross_entropy_loss",
        "aten::nll_loss", "aten::prod", "aten::reciprocal", "aten::rms_norm"}
PROMOTING = {"aten::add", "aten::sub", "aten::mul", "aten::div", "aten::cat", "aten::stack", "aten::where",
             "prim::ListConstruct"}


def simplify(graph):
    torch._C._jit_pass_inline(graph)
    for node in nodes_of(graph):
        if node.kind() == "aten::_convolution":  # as RecordedOperators writes them
            made = graph.create("aten::convolution", list(node.inputs())[:9], 1)
            made.insertAfter(node)
            made.output().setType(node.output().type())
            node.output().replaceAllUsesWith(made.output())
            node.destroy()
        elif node.kind() == "aten::histc":
            _count_floats(graph, node)
        elif node.kind() == "aten::size" and node.inputsSize() == 2:
            _ask_for_size(graph, node)
    torch._C._jit_pass_peephole(graph, True)  # without folding the shapes of the trace
    torch._C._jit_pass_dce(graph)


# What keeps the shape of its first input.
SHAPE_KEEPING = {"aten::dropout", "aten::to", "aten::contiguous", "aten::clone", "aten::detach"}


def _ask_for_size(graph, node):
    """Asks for a size where it comes from. Models take the shape of their embeddings for that of their result: then the
    tables themselves are not needed there."""
    value, place = node.inputsAt(0), _int(node.inputsAt(1).node())
    dims = _sizes(value)
    if place is None or dims is None:
        return
    place %= len(dims)
    while value.node().kind() in SHAPE_KEEPING or value.node().kind() == "aten::add":
        same = [x for x in value.node().inputs() if _sizes(x) == dims]
        if not same:
            return
        value = same[0]
    if value.node().kind() != "aten::embedding":
        return
    indices = value.node().inputsAt(1)
    if place < len(dims) - 1:
        node.replaceInput(0, indices)
        node.replaceInput(1, _constant(graph, node, place))
    else:
        node.output().replaceAllUsesWith(_constant(graph, node, dims[place]))


def _sizes(value):
    return value.type().sizes() if value.type().kind() == "TensorType" else None


def _constant(graph, before, number):
    made = graph.create("prim::Constant", 1)
    made.i_("value", number)
    made.output().setType(torch._C.IntType.get())
    made.insertBefore(before)
    return made.output()


def _count_floats(graph, histogram):
    """CPUs count no int32, which transformers counts on all other devices; fp32 has as many bytes."""
    source = histogram.inputsAt(0).node()
    code = next((x for x in source.inputs() if source.kind() == "aten::to" and _int(x.node()) == INT32), None)
    if code is not None:
        source.replaceInputWith(code, _constant(graph, source, FLOAT))


def nodes_of(graph):
    return list(graph.nodes())


def parameter_paths(graph):
    """The names of the attributes that the graph reads, as "attn.weight"."""
    paths = {next(graph.inputs()).debugName(): ""}
    leaves = set()
    for node in nodes_of(graph):
        if node.kind() == "prim::GetAttr":
            path = (paths[node.inputsAt(0).debugName()] + "." + node.s("name")).lstrip(".")
            paths[node.output().debugName()] = path
            if not str(node.output().type()).startswith("__torch__"):
                leaves.add(path)
    return leaves


def used_inputs(graph):
    """Indices of the inputs, without self, that something reads."""
    return [i for i, value in enumerate(list(graph.inputs())[1:]) if value.uses()]


def refuse_unknown(graph, layer):
    for node in nodes_of(graph):
        if node.kind() == "prim::PythonOp":
            raise Refused(f"{layer} runs {node.pyname()}, a torch.autograd.Function in Python, which no file can hold; "
                          "choose an implementation that uses torch's operators")
        if not node.kind().startswith(("aten::", "prim::")):
            raise Refused(f"{layer} runs {node.kind()}, an operator that libtorch does not have; choose an "
                          "implementation that uses torch's operators")


def free_devices(graph):
    """Makes what was made on the tracing device on the device of the first input."""
    first = list(graph.inputs())[1]
    for node in nodes_of(graph):
        if node.kind() == "prim::Constant" and node.output().type().kind() == "DeviceObjType":
            _replace(graph, node, "prim::device", first, torch._C.DeviceObjType.get(), after=None)


def free_types(graph, full_graph, layer):
    """Where the graphs of bf16 and of fp32 name their own number type, the type follows a tensor of the layer instead.
    The graph of bf16 is the one to keep: where a conversion changes nothing, as one to fp32 in fp32, a trace confuses
    its result with what it was given."""
    ours, theirs = nodes_of(graph), nodes_of(full_graph)
    if [node.kind() for node in ours] != [node.kind() for node in theirs]:
        raise Refused(f"{layer} runs other operators in bf16 than in fp32, which one file cannot hold")
    full_type = {}
    for a, b in zip(ours, theirs):
        for x, y in zip(a.outputs(), b.outputs()):
            full_type[x.debugName()] = _float_type(y)
    for x, y in zip(list(graph.inputs())[1:], list(full_graph.inputs())[1:]):
        full_type[x.debugName()] = _float_type(y)
    for a, b in zip(ours, theirs):
        if a.kind() == "prim::Constant" and _int(a) == BFLOAT16 and _int(b) == FLOAT:
            _follow(graph, a, full_type, layer)


def low_under_autocast(graph):
    """Whether the layer's output has 16 bits under autocast, with an input of 32."""
    low = {}
    for node in nodes_of(graph):
        kind = node.kind().rstrip("_")
        if kind in LOW:
            is_low = True
        elif kind in HIGH or kind == "prim::Constant":
            is_low = False
        elif kind == "aten::to" and isinstance(_type_argument(node), int):
            is_low = _type_argument(node) == BFLOAT16
        elif kind in PROMOTING:
            floats = [x for x in node.inputs() if _float_type(x) or x.node().kind() == "prim::ListConstruct"]
            is_low = bool(floats) and all(low.get(x.debugName(), False) for x in floats)
        else:
            is_low = bool(node.inputsSize()) and low.get(node.inputsAt(0).debugName(), False)
        for value in node.outputs():
            low[value.debugName()] = is_low
    return low.get(next(graph.outputs()).debugName(), False)


def _type_argument(node):
    return next((_int(x.node()) for x in list(node.inputs())[1:] if _int(x.node()) in TYPE_CODES), None)


def _int(node):
    if node.kind() != "prim::Constant" or "value" not in node.attributeNames() or node.kindOf("value") != "i":
        return None
    return node.i("value") if str(node.output().type()) == "int" else None


def _float_type(value):
    kind = value.type()
    if kind.kind() != "TensorType" or kind.scalarType() is None:
        return None
    return {"Float": FLOAT, "BFloat16": BFLOAT16}.get(kind.scalarType())


def _follow(graph, constant, full_type, layer):
    """The type comes from the nearest value that the user leads back to and that has the model's type."""
    for use in list(constant.output().uses()):
        source = _nearest(use.user, full_type)
        if source is None:
            source = _any_of(graph, use.user, full_type) or _parameter(graph)
        if source is None:
            raise Refused(f"{layer} names a number type that no tensor of it has")
        type_node = graph.create("prim::dtype", [source], 1)
        type_node.output().setType(torch._C.IntType.get())
        if source.node().kind() == "prim::Param":
            graph.prependNode(type_node)
        else:
            type_node.insertAfter(source.node())
        use.user.replaceInputWith(constant.output(), type_node.output())


def _nearest(user, full_type):
    seen = set()
    queue = [x for x in user.inputs()]
    while queue:
        value = queue.pop(0)
        name = value.debugName()
        if name in seen:
            continue
        seen.add(name)
        if _float_type(value) == BFLOAT16 and full_type.get(name) == FLOAT:
            return value
        queue.extend(value.node().inputs())
    return None


def _any_of(graph, user, full_type):
    for node in [None, *nodes_of(graph)]:
        if node == user:
            return None
        values = list(graph.inputs())[1:] if node is None else node.outputs()
        for value in values:
            if _float_type(value) == BFLOAT16 and full_type.get(value.debugName()) == FLOAT:
                return value
    return None


def _parameter(graph):
    return next((node.output() for node in nodes_of(graph)
                 if node.kind() == "prim::GetAttr" and node.output().type().kind() == "TensorType"), None)


def _replace(graph, node, kind, argument, output_type, after):
    made = graph.create(kind, [argument], 1)
    made.output().setType(output_type)
    graph.prependNode(made) if after is None else made.insertAfter(after)
    node.output().replaceAllUsesWith(made.output())
    node.destroy()
