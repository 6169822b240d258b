// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

namespace stagecraft {

enum class Activation {
    GeluNew,
    GeluFast,
    Gelu,
    GeluTanh,
    QuickGelu,
    Relu,
    SquaredRelu,
    LeakyRelu,
    Silu,
    Sigmoid,
    Tanh
};

template <>
inline constexpr auto enumNames<Activation> = std::array {
    std::pair {Activation::GeluNew, std::string_view("gelu_new")},
    std::pair {Activation::GeluFast, std::string_view("gelu_fast")},
    std::pair {Activation::Gelu, std::string_view("gelu")},
    std::pair {Activation::GeluTanh, std::string_view("gelu_pytorch_tanh")},
    std::pair {Activation::QuickGelu, std::string_view("quick_gelu")},
    std::pair {Activation::Relu, std::string_view("relu")},
    std::pair {Activation::SquaredRelu, std::string_view("relu2")},
    std::pair {Activation::LeakyRelu, std::string_view("leaky_relu")},
    std::pair {Activation::Silu, std::string_view("silu")},
    std::pair {Activation::Sigmoid, std::string_view("sigmoid")},
    std::pair {Activation::Tanh, std::string_view("tanh")},
};

}
