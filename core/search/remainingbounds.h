// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace stagecraft {

// Bounds of the layers that are left, by the pipeline rank and the layer with which the rest begins, for FastestSearch.
// Keeps the layers alone with which a pipeline rank may begin: a row a pipeline rank, from the last pipeline rank on.
// For one thread.
class RemainingBounds {
public:
    static constexpr double infinite = std::numeric_limits<double>::infinity();

    // Without rows; the first one that is added is that of `pipeline_ranks`, behind the last pipeline rank.
    void restart(int pipeline_ranks);
    // The row of the pipeline rank before the last one: of the layers [first, first + count), all infinite.
    void addRow(int first, int count);

    // Where no pipeline rank begins so, infinite.
    double at(int pipeline_rank, int layer) const
    {
        const Row& row = rowOf(pipeline_rank);
        const bool within = layer >= row.first && layer < row.first + row.count;
        return within ? m_values[row.begin + static_cast<std::size_t>(layer - row.first)] : infinite;
    }
    void set(int pipeline_rank, int layer, double bound) // of a row that has it
    {
        const Row& row = rowOf(pipeline_rank);
        m_values[row.begin + static_cast<std::size_t>(layer - row.first)] = bound;
    }
    bool isEmpty() const { return m_rows.empty(); }
    int first(int pipeline_rank) const { return rowOf(pipeline_rank).first; }
    int last(int pipeline_rank) const { return rowOf(pipeline_rank).first + rowOf(pipeline_rank).count - 1; }
    std::size_t size() const { return m_values.size(); } // bounds that are kept

    // leastWithin() is of this pipeline rank's row from here on, as it is now.
    void prepareLeast(int pipeline_rank);
    // The layer of these that has the least bound; they are of the row. In constant time.
    int leastWithin(int first, int last) const;

private:
    struct Row {
        int first = 0;
        int count = 0;
        std::size_t begin = 0; // of its values
    };
    int lesser(int pipeline_rank, int one, int other) const; // of two layers
    const Row& rowOf(int pipeline_rank) const
    {
        return m_rows[static_cast<std::size_t>(m_pipeline_ranks - pipeline_rank)];
    }

    int m_pipeline_ranks = 0;
    std::vector<Row> m_rows; // from the last pipeline rank on
    std::vector<double> m_values;
    int m_least_pipeline_rank = 0; // whose row is prepared
    int m_least_first = 0; // of it
    std::vector<std::vector<int>> m_least; // sparse table: by the logarithm of their number, the best of layers
};

}
