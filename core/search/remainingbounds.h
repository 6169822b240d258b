// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace stagecraft {

// Lower bounds for the remaining layers, by the pipeline rank and layer at which they begin, for FastestSearch. Stores
// only the layers at which a pipeline rank can begin: one row per pipeline rank, from the last on. For one thread.
class RemainingBounds {
public:
    static constexpr double infinite = std::numeric_limits<double>::infinity();

    // Removes all rows; the first row added is that of index `pipeline_ranks`, behind the last pipeline rank.
    void restart(int pipeline_ranks);
    // Adds the row of the next pipeline rank toward the front: layers [first, first + count), all infinite.
    void addRow(int first, int count);

    // Infinite if no pipeline rank begins there.
    double at(int pipeline_rank, int layer) const
    {
        const Row& row = rowOf(pipeline_rank);
        const bool within = layer >= row.first && layer < row.first + row.count;
        return within ? m_values[row.begin + static_cast<std::size_t>(layer - row.first)] : infinite;
    }
    void set(int pipeline_rank, int layer, double bound) // the row must contain the layer
    {
        const Row& row = rowOf(pipeline_rank);
        m_values[row.begin + static_cast<std::size_t>(layer - row.first)] = bound;
    }
    bool isEmpty() const { return m_rows.empty(); }
    int first(int pipeline_rank) const { return rowOf(pipeline_rank).first; }
    int last(int pipeline_rank) const { return rowOf(pipeline_rank).first + rowOf(pipeline_rank).count - 1; }
    std::size_t size() const { return m_values.size(); } // number of stored bounds

    // Prepares leastWithin() for the current values of this pipeline rank's row.
    void prepareLeast(int pipeline_rank);
    // Returns the layer of [first, last] with the lowest bound; both must be in the row. Constant time.
    int leastWithin(int first, int last) const;

private:
    struct Row {
        int first = 0;
        int count = 0;
        std::size_t begin = 0; // index of its first value
    };
    int lesser(int pipeline_rank, int one, int other) const; // the layer with the lesser bound
    const Row& rowOf(int pipeline_rank) const
    {
        return m_rows[static_cast<std::size_t>(m_pipeline_ranks - pipeline_rank)];
    }

    int m_pipeline_ranks = 0;
    std::vector<Row> m_rows; // from the last pipeline rank on
    std::vector<double> m_values;
    int m_least_pipeline_rank = 0; // pipeline rank of the prepared row
    int m_least_first = 0; // first layer of the prepared row
    std::vector<std::vector<int>> m_least; // sparse table: best layer by log2 of the interval length
};

}
