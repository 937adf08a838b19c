#!/usr/bin/env python3
"""Compares orders of contraction with those that opt_einsum and cotengra find.

    python3 tools/orders.py                          # build the program, print the table
    python3 tools/orders.py --peers oe,rg,recipe     # with these peers
    python3 tools/orders.py --only circuit,cube      # networks whose names contain one of these
    python3 tools/orders.py --write DIR              # write the networks as text, and nothing else
    python3 tools/orders.py --slices --check         # compare slices with those of slice_and_reconfigure_

Networks are made by seeds, with nothing but Python's standard library; each line of the table is one
network. Figures are log10 of multiply-adds of the order, counted here from the pairs that meet, for every
library by the same function; times are of the search alone, on one core.

Peers, from PyPI (`pip install opt_einsum cotengra cotengrust`), each only if it is installed:

    auto, auto-hq   opt_einsum's choices
    rg              cotengra's RandomGreedyOptimizer of 128 trials
    recipe          cotengra's RandomGreedyOptimizer of 512 trials, then subtree_reconfigure_ of 10, then
                    simulated_anneal_ of 25 temperatures

With `--slices`, networks are cut until the largest tensor has a 64th of the elements that it has in the order of
`recipe`, Sycamore's until it has 2^30: figures are log10 of the multiply-adds of all slices, and how many
there are. `--check` ends with status 1 where ours take more than 1.1 times those of `slice_and_reconfigure_`.

Peers that take long have their results kept in `target/orders/peers.json`: delete it to measure again.
"""

import argparse
import json
import math
import random
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEED = 46
# Of our searches: the least time of these runs counts.
REPEATS = 3


class Network:
    """Tensors over numbered indices."""

    def __init__(self, name, inputs, sizes, output=()):
        self.name, self.inputs, self.sizes, self.output = name, inputs, sizes, list(output)

    def text(self):
        """One line: name, operands, output, extents."""
        row = lambda indices: ",".join(map(str, indices))
        return "|".join([self.name, ";".join(map(row, self.inputs)), row(self.output), row(self.sizes)])


class Edges:
    """Collects indices, each with its extent, and the tensors that have them."""

    def __init__(self, tensors):
        self.inputs, self.sizes = [[] for _ in range(tensors)], []

    def join(self, tensors, extent):
        for tensor in tensors:
            self.inputs[tensor].append(len(self.sizes))
        self.sizes.append(extent)
        return len(self.sizes) - 1

    def network(self, name, output=()):
        return Network(name, self.inputs, self.sizes, output)


def mps_norm(name, sites, bond, physical=2, batch=None):
    """A matrix product state times itself."""
    edges = Edges(2 * sites)
    for site in range(sites):
        edges.join([site, sites + site], physical)
        if site + 1 < sites:
            edges.join([site, site + 1], bond)
            edges.join([sites + site, sites + site + 1], bond)
    output = [edges.join(range(2 * sites), batch)] if batch else []
    return edges.network(name, output)


def mpo_sandwich(name, sites, bond, operator, physical=2):
    """An operator between two matrix product states."""
    edges = Edges(3 * sites)
    for site in range(sites):
        edges.join([site, sites + site], physical)
        edges.join([sites + site, 2 * sites + site], physical)
        if site + 1 < sites:
            for layer, extent in enumerate([bond, operator, bond]):
                edges.join([layer * sites + site, layer * sites + site + 1], extent)
    return edges.network(name)


def lattice(name, shape, extent, periodic=False, layers=1, physical=2):
    """Tensors on the points of a grid; with two layers, a state on it times itself."""
    points = [()]
    for length in shape:
        points = [point + (at,) for point in points for at in range(length)]
    number = {point: place for place, point in enumerate(points)}
    edges = Edges(layers * len(points))
    for point in points:
        for axis, length in enumerate(shape):
            at = point[axis] + 1
            if at < length or (periodic and length > 2):
                other = point[:axis] + (at % length,) + point[axis + 1:]
                for layer in range(layers):
                    base = layer * len(points)
                    edges.join([base + number[point], base + number[other]], extent)
        if layers == 2:
            edges.join([number[point], len(points) + number[point]], physical)
    return edges.network(name)


def below(rng, limit):
    """The same on every version of Python, which `randrange` need not be."""
    return int(rng.random() * limit)


def shuffled(rng, values):
    values = list(values)
    for last in range(len(values) - 1, 0, -1):
        other = below(rng, last + 1)
        values[last], values[other] = values[other], values[last]
    return values


def regular(name, tensors, degree, extent, seed):
    """A random regular graph: stubs in pairs, again until no pair is a loop or there twice."""
    rng = random.Random(seed)
    while True:
        stubs = shuffled(rng, [tensor for tensor in range(tensors) for _ in range(degree)])
        pairs = {tuple(sorted(pair)) for pair in zip(stubs[::2], stubs[1::2])}
        if len(pairs) == tensors * degree // 2 and all(a != b for a, b in pairs):
            break
    edges = Edges(tensors)
    for pair in sorted(pairs):
        edges.join(pair, extent)
    return edges.network(name)


def randomly(name, tensors, degree, seed, extents=(2, 5), hyper=0, output=0, parts=1):
    """Random connected graphs, with some indices in three tensors, and some in the output."""
    rng = random.Random(seed)
    edges = Edges(tensors * parts)
    extent = lambda: extents[0] + below(rng, extents[1] - extents[0] + 1)
    for part in range(parts):
        base = part * tensors
        order = shuffled(rng, range(tensors))
        for place in range(1, tensors):
            edges.join([base + order[place], base + order[below(rng, place)]], extent())
        for _ in range(tensors * degree // 2 - tensors + 1):
            edges.join([base + tensor for tensor in shuffled(rng, range(tensors))[:2]], extent())
        for _ in range(hyper):
            edges.join([base + tensor for tensor in shuffled(rng, range(tensors))[:3]], extent())
    free = [edges.join([below(rng, tensors * parts)], extent()) for _ in range(output)]
    return edges.network(name, free)


def circuit(name, qubits, layers, diagonal=False, opened=()):
    """An amplitude of a quantum circuit: a tensor for each gate on two qubits. Diagonal gates have one index
    for each qubit, which all have until a gate that is not: here, every other layer."""
    last, held = {}, {}
    edges = Edges(sum(len(layer) for layer in layers))
    gate = 0
    for depth, layer in enumerate(layers):
        for pair in layer:
            for qubit in pair:
                if qubit in last:
                    if diagonal and depth % 2 and held.get(qubit) is not None:
                        edges.inputs[gate].append(held[qubit])
                    else:
                        held[qubit] = edges.join([last[qubit], gate], 2)
                last[qubit] = gate
            gate += 1
    output = [edges.join([last[qubit]], 2) for qubit in qubits if qubit in last and qubit in opened]
    return edges.network(name, output)


def grid_circuit(name, rows, columns, depth, **options):
    """Gates between neighbours of a grid, in four patterns."""
    qubits = [(row, column) for row in range(rows) for column in range(columns)]
    down = lambda parity: [((r, c), (r + 1, c)) for r, c in qubits if r + 1 < rows and r % 2 == parity]
    right = lambda parity: [((r, c), (r, c + 1)) for r, c in qubits if c + 1 < columns and c % 2 == parity]
    patterns = [down(0), right(0), down(1), right(1)]
    return circuit(name, qubits, [patterns[layer % 4] for layer in range(depth)], **options)


def brick_circuit(name, qubits, depth, opened):
    """Gates between neighbours of a row."""
    layers = [[(q, q + 1) for q in range(layer % 2, qubits - 1, 2)] for layer in range(depth)]
    return circuit(name, range(qubits), layers, opened=opened)


def sycamore(name, cycles):
    """The topology of Arute et al., Nature 574 (2019): 53 qubits, patterns ABCDCDAB."""
    spans = [(5, 6), (4, 7), (3, 8), (2, 9), (1, 9), (0, 8), (1, 7), (2, 6), (3, 5), (4, 4)]
    qubits = {(row, column) for row, (first, last) in enumerate(spans) for column in range(first, last + 1)}
    qubits -= {(3, 2)}
    def pattern(step, parity):
        pairs = ((q, (q[0] + step[0], q[1] + step[1])) for q in sorted(qubits))
        return [pair for pair in pairs if pair[1] in qubits and sum(pair[0]) % 2 == parity]
    layers = {"A": pattern((1, 0), 0), "B": pattern((1, 0), 1), "C": pattern((0, 1), 1), "D": pattern((0, 1), 0)}
    return circuit(name, sorted(qubits), [layers["ABCDCDAB"[cycle % 8]] for cycle in range(cycles)])


def networks():
    """The thirty-two networks: the known ones first, then fifteen that nothing was tuned on."""
    known = [
        mps_norm("mps_norm_20_D32", 20, 32),
        randomly("rand_20_deg4", 20, 4, SEED),
        randomly("rand_40_hyper4", 40, 3, SEED + 1, hyper=4),
        lattice("lattice_6x6_D3", (6, 6), 3),
        regular("regular3_40_D2", 40, 3, 2, SEED + 2),
        regular("regular3_100_D2", 100, 3, 2, SEED + 3),
        regular("regular3_200_D2", 200, 3, 2, SEED + 4),
        lattice("lattice_8x8_D4", (8, 8), 4),
        lattice("cube_4_D2", (4, 4, 4), 2),
        lattice("cube_6_D2", (6, 6, 6), 2),
        grid_circuit("circuit_4x4_12", 4, 4, 12),
        grid_circuit("circuit_5x5_16", 5, 5, 16),
        grid_circuit("circuit_6x6_20", 6, 6, 20),
        randomly("rand_100_deg3", 100, 3, SEED + 5),
        mps_norm("mps_norm_50_D32", 50, 32),
        sycamore("sycamore_10", 10),
        sycamore("sycamore_12", 12),
    ]
    fresh = [
        lattice("lattice_10x10_D2", (10, 10), 2),
        lattice("torus_7x7_D3", (7, 7), 3, periodic=True),
        lattice("cube_3_D4", (3, 3, 3), 4),
        lattice("cube_5_D2", (5, 5, 5), 2),
        lattice("peps_norm_5x5_D3", (5, 5), 3, layers=2),
        mpo_sandwich("mpo_30", 30, 16, 5),
        mps_norm("mps_batch_30", 30, 8, batch=16),
        regular("regular4_60_D2", 60, 4, 2, SEED + 6),
        regular("regular3_300_D2", 300, 3, 2, SEED + 7),
        randomly("rand_60_hyper6_out3", 60, 3, SEED + 8, extents=(2, 8), hyper=6, output=3),
        randomly("rand_150_out4", 150, 3, SEED + 9, extents=(2, 4), output=4),
        randomly("parts_2x30", 30, 3, SEED + 10, parts=2),
        randomly("hyper_50", 50, 2, SEED + 11, extents=(2, 3), hyper=30),
        brick_circuit("brick_24_14", 24, 14, opened=(0, 5, 12)),
        grid_circuit("diagonal_5x5_12", 5, 5, 12, diagonal=True),
    ]
    return known, fresh


class Counted:
    """What an order costs, where some indices are cut: log10 of multiply-adds, log2 of the largest tensor's
    elements, and how many slices there are."""

    def __init__(self, network, pairs, cut=()):
        holders = [0] * len(network.sizes)
        tensors = {}
        self.slices = math.prod(network.sizes[index] for index in cut)
        output = set(network.output) - set(cut)
        for number, indices in enumerate(network.inputs):
            tensors[number] = set(indices) - set(cut)
            for index in tensors[number]:
                holders[index] += 1
        for index in output:
            holders[index] += 1
        # What only one operand has is summed before it meets another.
        for number, indices in tensors.items():
            tensors[number] = {index for index in indices if holders[index] > 1}
        volume = lambda indices: math.prod(network.sizes[index] for index in indices)
        points, largest = 0, max(map(volume, tensors.values()))
        self.between = 1
        for step, (a, b) in enumerate(pairs):
            first, second = tensors.pop(a), tensors.pop(b)
            for index in first & second:
                holders[index] -= 1
            met = first | second
            points += volume(met)
            kept = {index for index in met if holders[index] > 1 or index not in first & second}
            kept -= {index for index in first & second if holders[index] <= 1}
            result = {index for index in kept}
            tensors[len(network.inputs) + step] = result
            largest = max(largest, volume(result))
            if step + 1 < len(pairs):
                self.between = max(self.between, volume(result))
        (last,) = tensors.values()
        assert last == output, (network.name, last, output)
        self.macs, self.width = math.log10(max(points, 1) * self.slices), math.log2(largest)


def symbols(network):
    """The network with a letter for each index, as opt_einsum has it."""
    import opt_einsum as oe

    letter = oe.get_symbol
    return [[letter(i) for i in indices] for indices in network.inputs], [letter(i) for i in network.output]


def as_pairs(path, tensors):
    """Pairs of numbers from a path of positions in a list that shrinks."""
    left, pairs, following = list(range(tensors)), [], tensors
    for positions in path:
        positions = sorted(positions, reverse=True)
        met = [left.pop(position) for position in positions]
        # Paths may contract one tensor alone, or three at a time.
        while len(met) > 1:
            pairs.append((met.pop(), met.pop()))
            met.append(following)
            following += 1
        left += met
    while len(left) > 1:
        pairs.append((left.pop(), left.pop()))
        left.append(following)
        following += 1
    return pairs


def opt_einsum(which):
    def search(network):
        import opt_einsum as oe

        inputs, output = symbols(network)
        shapes = [tuple(network.sizes[i] for i in indices) for indices in network.inputs]
        text = ",".join(map("".join, inputs)) + "->" + "".join(output)
        begin = time.perf_counter()
        path, _ = oe.contract_path(text, *shapes, shapes=True, optimize=which)
        return as_pairs(path, len(inputs)), time.perf_counter() - begin

    return search


def cotengra_tree(network, trials):
    import cotengra as ctg

    inputs, output = symbols(network)
    sizes = {letter: network.sizes[i] for letters, indices in zip(inputs, network.inputs) for letter, i in zip(letters, indices)}
    optimizer = ctg.RandomGreedyOptimizer(max_repeats=trials, seed=SEED, parallel=False, accel=True)
    return optimizer.search(inputs, output, sizes)


def random_greedy(network):
    begin = time.perf_counter()
    tree = cotengra_tree(network, 128)
    return [tuple(pair) for pair in tree.get_ssa_path()], time.perf_counter() - begin


def recipe(network):
    begin = time.perf_counter()
    tree = cotengra_tree(network, 512)
    tree.subtree_reconfigure_(10)
    tree.simulated_anneal_(tsteps=25, seed=SEED)
    return [tuple(pair) for pair in tree.get_ssa_path()], time.perf_counter() - begin


PEERS = {"auto": opt_einsum("auto"), "auto-hq": opt_einsum("auto-hq"), "rg": random_greedy, "recipe": recipe}


def peer(name, network, kept):
    """The figures of a peer; none if it is not installed or fails."""
    key = f"{name} {network.text()}"
    if key not in kept:
        try:
            pairs, seconds = PEERS[name](network)
        except ImportError:
            return None
        except Exception as error:  # a peer that gives up is a result, too
            print(f"{name} on {network.name}: {error!r}", file=sys.stderr)
            return None
        counted = Counted(network, pairs)
        kept[key] = [counted.macs, counted.width, seconds]
    return kept[key]


def example(lines, search, minimize, seed):
    """What our program answers to lines."""
    command = ["cargo", "run", "--release", "--quiet", "-p", "tensmith-core", "--example", "orders", "--"]
    command += [search, minimize, str(seed)]
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        sys.exit(done.stderr)
    return [line.split("|") for line in done.stdout.splitlines()]


def ours(networks, search, minimize, seed):
    """The figures of all networks by one of our searches."""
    runs = [example([n.text() for n in networks], search, minimize, seed) for _ in range(REPEATS)]
    figures = []
    for network, *lines in zip(networks, *runs, strict=True):
        seconds, pairs, _ = min(lines, key=lambda line: float(line[0]))
        assert all(line[1] == pairs for line in lines), f"{network.name}: the same seed, another tree"
        pairs = [tuple(map(int, pair.split(","))) for pair in pairs.split(";") if pair]
        counted = Counted(network, pairs)
        figures.append([counted.macs, counted.width, float(seconds)])
    return figures


CUT = ["regular3_100_D2", "lattice_8x8_D4", "cube_4_D2", "circuit_5x5_16", "rand_100_deg3", "regular3_200_D2"]
BAR = 1.1


def recipes_slices(network):
    """Figures of `recipe` without cuts, the limit that it is cut to, and figures of its slices."""
    tree = cotengra_tree(network, 512)
    tree.subtree_reconfigure_(10)
    tree.simulated_anneal_(tsteps=25, seed=SEED)
    limit = 2**30 if network.name.startswith("sycamore") else tree.max_size() // 64
    whole, figures = math.log10(tree.contraction_cost()), [limit]
    for cut in ("slice_", "slice_and_reconfigure_"):
        copy, begin = tree.copy(), time.perf_counter()
        getattr(copy, cut)(target_size=limit)
        seconds = time.perf_counter() - begin
        figures.append([math.log10(copy.contraction_cost()), copy.nslices, seconds])
    return [whole, *figures]


def slices(networks, kept, file, check):
    """The table of slices; whether ours cost as little as they have to."""
    chosen = [network for network in networks if network.name in [*CUT, "sycamore_12"]]
    peers = []
    for network in chosen:
        key = f"slices {network.text()}"
        if key not in kept:
            kept[key] = recipes_slices(network)
            file.write_text(json.dumps(kept))
        peers.append(kept[key])
    columns = ["recipe", "slice_", "slice_and_reconfigure_"]
    table = [[f"{peer[0]:.2f}", *map(sliced, peer[2:])] for peer in peers]
    missed = []
    for search in ("auto", "auto-hq"):
        lines = [f"{network.text()}|{peer[1]}" for network, peer in zip(chosen, peers)]
        figures = []
        for network, peer, (seconds, pairs, cut) in zip(chosen, peers, example(lines, search, "flops", 0)):
            pairs = [tuple(map(int, pair.split(","))) for pair in pairs.split(";") if pair]
            counted = Counted(network, pairs, [int(index) for index in cut.split(",") if index])
            assert counted.between <= peer[1], network.name
            figures.append([counted.macs, counted.slices, float(seconds)])
        columns.append(f"tensmith {search}")
        for row, network, peer, figure in zip(table, chosen, peers, figures):
            row.append(sliced(figure))
            ratio = 10 ** (figure[0] - peer[3][0])
            if search == "auto-hq" and ratio > BAR:
                missed.append(f"{network.name}: {ratio:.2f} times")
    print("| network (tensors), limit | " + " | ".join(columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for network, peer, row in zip(chosen, peers, table):
        print(f"| {network.name} ({len(network.inputs)}), 2^{math.log2(peer[1]):.1f} | " + " | ".join(row) + " |")
    print(f"more than {BAR} times slice_and_reconfigure_: {', '.join(missed) or 'none'}")
    return not (check and missed)


def sliced(figure):
    macs, count, seconds = figure
    return f"{macs:.2f}, {count} in {seconds:.2f} s"


def shown(figure):
    if figure is None:
        return "–"
    macs, width, seconds = figure
    time = f"{seconds:.2f} s" if seconds >= 0.1 else f"{1000 * seconds:.1f} ms"
    return f"{macs:.2f}, {time}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--peers", default=",".join(PEERS), help="which: auto, auto-hq, rg, recipe")
    arguments.add_argument("--ours", default="greedy,auto,auto-hq", help="which of our searches")
    arguments.add_argument("--only", default="", help="parts of the names of networks")
    arguments.add_argument("--minimize", default="flops", help="time, flops or size")
    arguments.add_argument("--seed", default=0, type=int)
    arguments.add_argument("--write", type=Path, help="a directory for the networks")
    arguments.add_argument("--slices", action="store_true", help="compare slices, not orders")
    arguments.add_argument("--check", action="store_true", help="end with 1 where slices cost too much")
    asked = arguments.parse_args()
    known, fresh = networks()
    chosen = [n for n in known + fresh if any(part in n.name for part in asked.only.split(","))]
    if asked.write:
        asked.write.mkdir(parents=True, exist_ok=True)
        (asked.write / "networks.txt").write_text("".join(network.text() + "\n" for network in chosen))
        return
    file = ROOT / "target/orders/peers.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    kept = json.loads(file.read_text()) if file.exists() else {}
    if asked.slices:
        sys.exit(not slices(chosen, kept, file, asked.check))
    columns = {}
    for name in filter(None, asked.peers.split(",")):
        columns[name] = []
        for network in chosen:
            columns[name].append(peer(name, network, kept))
            file.write_text(json.dumps(kept))
    for name in filter(None, asked.ours.split(",")):
        columns[f"tensmith {name}"] = ours(chosen, name, asked.minimize, asked.seed)
    print("| network (tensors) | " + " | ".join(columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for place, network in enumerate(chosen):
        row = [shown(column[place]) for column in columns.values()]
        print(f"| {network.name} ({len(network.inputs)}) | " + " | ".join(row) + " |")
    if asked.minimize == "flops":
        compare(columns, chosen)


def compare(columns, chosen):
    """Multiply-adds of our best search as a multiple of the peers'."""
    mine = list(columns)[-1]
    for name, column in columns.items():
        both = [(a[0] - b[0], network.name) for a, b, network in zip(columns[mine], column, chosen) if b]
        if name == mine or not both:
            continue
        worst = max(both)
        mean = sum(difference for difference, _ in both) / len(both)
        print(f"{mine} / {name}: {10 ** mean:.3f} by geometric mean of {len(both)}, at most {10 ** worst[0]:.2f} ({worst[1]})")


if __name__ == "__main__":
    main()
