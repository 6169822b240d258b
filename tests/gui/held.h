// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QByteArray>
#include <QEvent>
#include <QPixmapCache>
#include <QWidget>

#include <cstddef>
#include <map>
#include <set>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
extern "C" std::size_t __sanitizer_get_current_allocated_bytes(); // missing in GCC's headers
#else
#include <malloc.h>
#endif

namespace stagecraft::test {

// Resources that the program uses at a moment.
struct Held {
    double heap = 0; // MiB in use, without memory cached by the allocator
    std::map<QByteArray, int> objects; // number of objects by class, in all windows

    static Held now()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QPixmapCache::clear(); // has its own size limit
        Held held;
        std::set<const QObject*> all;
        add(*qApp, all);
        for (const QWidget* top : QApplication::topLevelWidgets()) {
            add(*top, all);
        }
        for (const QObject* object : all) {
            ++held.objects[object->metaObject()->className()];
        }
        all.clear(); // not part of the measured resources
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        held.heap = static_cast<double>(__sanitizer_get_current_allocated_bytes()) / (1 << 20);
#else
        const struct mallinfo2 heap = mallinfo2();
        held.heap = static_cast<double>(heap.uordblks + heap.hblkhd) / (1 << 20);
#endif
        return held;
    }

    int count() const
    {
        int count = 0;
        for (const auto& [name, of] : objects) {
            count += of;
        }
        return count;
    }

private:
    static void add(const QObject& object, std::set<const QObject*>& all)
    {
        if (all.insert(&object).second) {
            for (const QObject* child : object.children()) {
                add(*child, all);
            }
        }
    }
};

}
