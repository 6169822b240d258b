# SPDX-FileCopyrightText: 2026 The Stagecraft authors
# SPDX-License-Identifier: Apache-2.0
"""What a training step gives a model of transformers, and what it takes from it: tokens or pixels, labels, the loss."""

import inspect

import torch

from . import Refused

LONGEST_DEFAULT = 8192
SIDE_DEFAULT = 224  # of an image
CHANNELS_DEFAULT = 3
# Classes with one label for each sample; other classes of tokens have one for each token, which is a token but of these.
ONE_LABEL = ("ForSequenceClassification", "ForImageClassification")
LABELLED_TOKENS = "ForTokenClassification"


def parts(config):
    """A config and those inside it, as of the text and of the images."""
    inner = [getattr(config, name, None) for name in getattr(config, "sub_configs", {})]
    return [config, config.get_text_config(), *[part for part in inner if part is not None]]


def refuse_several(kind, config):
    """A chain leads one thing from its first layer to its last."""
    if getattr(config, "is_encoder_decoder", False) and not kind.__name__.endswith("EncoderModel"):
        raise Refused(f"{kind.__name__} has an encoder and a decoder: each block of the decoder takes what the encoder gives, "
                      "which a chain does not hold; describe a function of yours that returns its encoder alone "
                      "(module:function)")
    inner = [name for name in getattr(config, "sub_configs", {}) if getattr(config, name, None) is not None]
    if len(inner) > 1 and kind.main_input_name == "input_ids":
        each = "; ".join(f"{name}{_class_of(getattr(config, name))}" for name in inner)
        raise Refused(f"{kind.__name__} takes more than tokens, and describe gives a model one input; describe its parts "
                      f"one by one, each with a config.json that has the fields of one of these and the class as its "
                      f"\"architectures\" ({each}), or a function of yours (module:function)")


def refuse_more(kind):
    """A model that cannot run without other inputs than samples."""
    given = ("self", kind.main_input_name)
    needed = [name for name, parameter in inspect.signature(kind.forward).parameters.items()
              if parameter.default is parameter.empty and name not in given
              and parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)]
    if needed:
        raise Refused(f"{kind.__name__} takes {' and '.join(needed)} beside {kind.main_input_name}, and describe gives a model "
                      "one input; describe a function of yours that returns a module with one (module:function)")


def _class_of(config):
    """": LlamaForCausalLM", the class that a config has by itself; nothing where transformers has none."""
    import transformers

    for choice in ("AutoModelForCausalLM", "AutoModel"):
        try:
            return f": {getattr(transformers, choice)._model_mapping[type(config)].__name__}"
        except (AttributeError, KeyError, TypeError):
            pass  # no such class
    return ""


def of(kind, config, sequence):
    """The shape of a sample, the vocabulary (0: a sample is numbers) and a training step: call(module, samples)."""
    labelled = "labels" in inspect.signature(kind.forward).parameters
    if kind.main_input_name == "pixel_values":
        if labelled and not kind.__name__.endswith(ONE_LABEL):
            raise Refused(f"what labels {kind.__name__} takes is not known, as it does not classify images; describe a "
                          "function of yours that returns it with an example input (module:function)")
        refuse_more(kind)
        return _image(config), 0, _call("pixel_values", _one_label if labelled else None)
    text = config.get_text_config()
    vocabulary = getattr(text, "vocab_size", 0)
    if kind.main_input_name != "input_ids" or not vocabulary:
        raise Refused(f"{kind.__name__} takes {kind.main_input_name}, and describe knows models that take tokens or images; "
                      "describe a function of yours that returns the model with an example input (module:function)")
    refuse_more(kind)
    longest = getattr(text, "max_position_embeddings", None) or LONGEST_DEFAULT
    return [sequence or min(longest, LONGEST_DEFAULT)], vocabulary, _call("input_ids", _labels_of(kind) if labelled else None)


def _image(config):
    vision = getattr(config, "vision_config", None) or config
    side = getattr(vision, "image_size", None) or SIDE_DEFAULT
    sides = list(side) if isinstance(side, (list, tuple)) else [side, side]
    return [getattr(vision, "num_channels", None) or CHANNELS_DEFAULT, *sides]


def _labels_of(kind):
    if kind.__name__.endswith(ONE_LABEL):
        return _one_label
    return torch.zeros_like if kind.__name__.endswith(LABELLED_TOKENS) else _tokens


def _one_label(samples):
    return torch.zeros(samples.shape[0], dtype=torch.int64, device=samples.device)


def _tokens(samples):
    return samples


def _call(name, labels):
    def call(module, samples):
        given = {name: samples} if labels is None else {name: samples, "labels": labels(samples)}
        if name == "input_ids":
            given["use_cache"] = False
        output = module(**given)
        if labels is None:  # of a model without a head
            pooled = getattr(output, "pooler_output", None)
            return output[0] if pooled is None else pooled
        return output.loss, output.logits

    return call


loss_of_tokens = _call("input_ids", _tokens)
