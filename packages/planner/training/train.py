"""Trains the classifier of intents: python3 training/train.py SAMPLES WEIGHTS [--seed N] [--networks N]

Needs NumPy. SAMPLES is the folder that samples.ts wrote. WEIGHTS is the JSON file to write (src/intent/weights.json).

Each token is read as the fixed vector of its word, the mean of the trained rows of its parts, and its flags. Gated recurrent units (GRU)
read the tokens in both directions; their two states give the token a score for each intent. The score of a text for an intent is the
highest of its tokens, so that training needs only the intents of whole texts, and the token with the highest score says where they are.
"""

import argparse
import base64
import json
import pathlib

import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("samples", type=pathlib.Path)
parser.add_argument("weights", type=pathlib.Path)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--networks", type=int, default=1)
parser.add_argument("--hidden", type=int, default=40)
parser.add_argument("--embedding", type=int, default=24)
parser.add_argument("--rate", type=float, default=0.004)
options = parser.parse_args()

batch_size = 32
described = json.loads((options.samples / "words.json").read_text())
intents, flag_count, table_rows = described["intents"], described["flagCount"], described["tableRows"]
vectors_file = json.loads((pathlib.Path(__file__).parent / "../src/intent/words.json").read_text())
dimensions = vectors_file["dimensions"]
fixed = np.frombuffer(base64.b64decode(vectors_file["vectors"]), np.int8).reshape(-1, dimensions).astype(np.float32) / 64
fixed = np.vstack([fixed, np.zeros(dimensions, np.float32)])
forms = described["words"]
vector_of = np.array([form["vector"] for form in forms])
rows_of = [np.array(form["rows"]) for form in forms]
hidden, embedding = options.hidden, options.embedding
width = dimensions + embedding + flag_count


def read(name):
    numbers = np.fromfile(options.samples / f"{name}.bin", np.uint32)
    samples, at = [], 0
    while at < len(numbers):
        bits, length = int(numbers[at]), int(numbers[at + 1])
        wanted = np.array([bits >> intent & 1 for intent in range(len(intents))], np.float32)
        samples.append((wanted, numbers[at + 2 : at + 2 + length].astype(np.int64)))
        at += 2 + length
    return samples


def batches(samples, random):
    order = sorted(random.permutation(len(samples)), key=lambda at: len(samples[at][1]) // 3)
    groups = [order[at : at + batch_size] for at in range(0, len(order), batch_size)]
    random.shuffle(groups)
    for group in groups:
        yield [samples[at] for at in group]


class Batch:
    """Samples of similar length, padded."""

    def __init__(self, samples):
        self.lengths = np.array([len(tokens) for _, tokens in samples])
        count, longest = len(samples), int(self.lengths.max())
        codes = np.full((count, longest), -1, np.int64)
        for at, (_, tokens) in enumerate(samples):
            codes[at, : len(tokens)] = tokens
        self.wanted = np.stack([wanted for wanted, _ in samples])
        self.mask = codes >= 0
        self.forms = np.where(self.mask, codes >> flag_count, 0)
        bits = np.where(self.mask, codes & (2**flag_count - 1), 0)
        self.flags = (bits[..., None] >> np.arange(flag_count) & 1).astype(np.float32)
        steps = np.arange(longest)
        # The tokens in reverse, each before its padding.
        self.reverse = np.where(self.mask, self.lengths[:, None] - 1 - steps, steps)
        self.unique, place = np.unique(self.forms, return_inverse=True)
        self.place = place.reshape(self.forms.shape)
        parts = [rows_of[form] for form in self.unique]
        self.counts = np.array([len(part) for part in parts])
        self.rows = np.concatenate(parts)


def sigmoid(x):
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


class Network:
    def __init__(self, random):
        normal = lambda *shape: random.standard_normal(shape).astype(np.float32)
        self.weights = {
            "input": normal(2, width, 3 * hidden) / np.sqrt(width),
            "state": normal(2, hidden, 3 * hidden) * np.float32(0.8 / np.sqrt(hidden)),
            "inputBias": np.zeros((2, 1, 3 * hidden), np.float32),
            "stateBias": np.zeros((2, 1, 3 * hidden), np.float32),
            "output": normal(2 * hidden, len(intents)) * np.float32(0.1),
            "outputBias": np.full(len(intents), -1, np.float32),
            "table": normal(table_rows, embedding) * np.float32(0.3),
        }
        self.first = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.second = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.step = 0
        self.average = None

    def inputs(self, batch):
        starts = np.concatenate([[0], np.cumsum(batch.counts)[:-1]])
        trained = np.add.reduceat(self.weights["table"][batch.rows], starts) / batch.counts[:, None].astype(np.float32)
        return np.concatenate([fixed[vector_of[batch.unique]][batch.place], trained[batch.place], batch.flags], -1)

    def states(self, batch, inputs):
        count, longest = batch.mask.shape
        reversed_inputs = np.take_along_axis(inputs, batch.reverse[..., None], 1)
        both = np.stack([inputs, reversed_inputs])
        ofInput = both.reshape(2, -1, width) @ self.weights["input"] + self.weights["inputBias"]
        ofInput = ofInput.reshape(2, count, longest, 3 * hidden)
        state = np.zeros((2, count, hidden), np.float32)
        steps = []
        for at in range(longest):
            recurrent = state @ self.weights["state"] + self.weights["stateBias"]
            given = ofInput[:, :, at]
            gates = sigmoid(given[..., : 2 * hidden] + recurrent[..., : 2 * hidden])
            update, reset = gates[..., :hidden], gates[..., hidden:]
            candidate = np.tanh(given[..., 2 * hidden :] + reset * recurrent[..., 2 * hidden :])
            following = (1 - update) * candidate + update * state
            steps.append((state, update, reset, candidate, recurrent[..., 2 * hidden :]))
            state = following
            steps[-1] += (state,)
        states = np.stack([step[5] for step in steps], 2)
        outputs = np.concatenate([states[0], np.take_along_axis(states[1], batch.reverse[..., None], 1)], -1)
        return both, steps, outputs

    def scores(self, batch):
        _, _, outputs = self.states(batch, self.inputs(batch))
        scores = outputs @ self.weights["output"] + self.weights["outputBias"]
        return np.where(batch.mask[..., None], scores, -np.inf)

    def learn(self, batch, rate, random):
        count, longest = batch.mask.shape
        inputs = self.inputs(batch)
        # Words are often read by their vector or their form alone, so that unknown words are read well.
        keep = np.ones((count, longest, width), np.float32)
        keep[..., :-flag_count] = (random.random((count, longest, width - flag_count)) > 0.2) / 0.8
        alone = random.random((count, longest))
        keep[..., :dimensions][alone > 0.93] = 0
        keep[..., dimensions:-flag_count][alone < 0.15] = 0
        both, steps, outputs = self.states(batch, inputs * keep)
        kept = ((random.random(outputs.shape) > 0.3) / 0.7).astype(np.float32)
        outputs = outputs * kept
        scores = np.where(batch.mask[..., None], outputs @ self.weights["output"] + self.weights["outputBias"], -1e9)
        best = scores.argmax(1)
        highest = np.take_along_axis(scores, best[:, None], 1)[:, 0]
        shares = sigmoid(highest)
        targets = batch.wanted * 0.97 + 0.01
        loss = -(targets * np.log(shares + 1e-7) + (1 - targets) * np.log(1 - shares + 1e-7)).sum()
        ofScores = np.zeros_like(scores)
        np.put_along_axis(ofScores, best[:, None], (shares - targets)[:, None] / count, 1)
        gradients = {"output": outputs.reshape(-1, 2 * hidden).T @ ofScores.reshape(-1, len(intents))}
        gradients["outputBias"] = ofScores.sum((0, 1))
        ofOutputs = (ofScores @ self.weights["output"].T) * kept
        ofStates = np.stack(
            [ofOutputs[..., :hidden], np.take_along_axis(ofOutputs[..., hidden:], batch.reverse[..., None], 1)]
        )
        carried = np.zeros((2, count, hidden), np.float32)
        ofInput = np.zeros((2, count, longest, 3 * hidden), np.float32)
        gradients["state"] = np.zeros_like(self.weights["state"])
        gradients["stateBias"] = np.zeros_like(self.weights["stateBias"])
        transposed = self.weights["state"].transpose(0, 2, 1)
        for at in reversed(range(longest)):
            before, update, reset, candidate, recurrent, _ = steps[at]
            gradient = carried + ofStates[:, :, at]
            ofCandidate = gradient * (1 - update) * (1 - candidate**2)
            ofUpdate = gradient * (before - candidate) * update * (1 - update)
            ofReset = ofCandidate * recurrent * reset * (1 - reset)
            ofInput[:, :, at] = np.concatenate([ofUpdate, ofReset, ofCandidate], -1)
            ofRecurrent = np.concatenate([ofUpdate, ofReset, ofCandidate * reset], -1)
            gradients["state"] += before.transpose(0, 2, 1) @ ofRecurrent
            gradients["stateBias"] += ofRecurrent.sum(1, keepdims=True)
            carried = gradient * update + ofRecurrent @ transposed
        flat = ofInput.reshape(2, -1, 3 * hidden)
        gradients["input"] = both.reshape(2, -1, width).transpose(0, 2, 1) @ flat
        gradients["inputBias"] = flat.sum(1, keepdims=True)
        ofBoth = (flat @ self.weights["input"][:, dimensions:-flag_count].transpose(0, 2, 1)).reshape(2, count, longest, -1)
        ofTrained = ofBoth[0] + np.take_along_axis(ofBoth[1], batch.reverse[..., None], 1)
        ofTrained *= keep[..., dimensions:-flag_count]
        ofForms = np.zeros((len(batch.unique), embedding), np.float32)
        np.add.at(ofForms, batch.place[batch.mask], ofTrained[batch.mask])
        ofForms /= batch.counts[:, None]
        gradients["table"] = np.zeros_like(self.weights["table"])
        np.add.at(gradients["table"], batch.rows, np.repeat(ofForms, batch.counts, 0))
        self.apply(gradients, rate)
        return loss

    def apply(self, gradients, rate):
        self.step += 1
        norm = np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients.values()))
        clip = min(1, 1 / (norm + 1e-6))
        for name, weight in self.weights.items():
            gradient = gradients[name] * np.float32(clip)
            first, second = self.first[name], self.second[name]
            first += (gradient - first) * np.float32(0.1)
            second += (gradient**2 - second) * np.float32(0.001)
            change = first / (1 - 0.9**self.step) / (np.sqrt(second / (1 - 0.999**self.step)) + 1e-7)
            decay = 0.01 if "Bias" not in name else 0
            weight -= np.float32(rate) * (change + decay * weight).astype(np.float32)


def scored(network, samples):
    result = np.zeros((len(samples), len(intents)), np.float32)
    order = sorted(range(len(samples)), key=lambda at: len(samples[at][1]))
    for at in range(0, len(order), 64):
        group = order[at : at + 64]
        result[group] = network.scores(Batch([samples[one] for one in group])).max(1)
    return result


def report(name, scores, samples):
    wanted = np.stack([wanted for wanted, _ in samples]) > 0
    wrong = (scores > 0) != wanted
    wrong[:, intents.index("keep")] = False
    counts = [f"{intent[:4]}{intent[-4:]} {(wrong & wanted)[:, at].sum()}/{(wrong & ~wanted)[:, at].sum()}" for at, intent in enumerate(intents)]
    right = (~wrong.any(1)).sum()
    print(f"  {name}: {right} of {len(samples)}, {right / len(samples) * 100:.1f} %  (missed/false: {', '.join(counts)})", flush=True)


epochs = len(list(options.samples.glob("epoch-*.bin")))
held = {name: read(f"held-{name}") for name in json.loads((options.samples / "held.json").read_text())}
written = []
totals = {name: 0 for name in held}
for number in range(options.networks):
    random = np.random.default_rng(options.seed + number)
    network = Network(random)
    for epoch in range(epochs):
        samples = read(f"epoch-{epoch}")
        rate = options.rate * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5
        loss = sum(network.learn(Batch(group), rate, random) for group in batches(samples, random))
        if epoch % 5 == 4 or epoch == epochs - 1:
            print(f"network {number}, epoch {epoch}: loss {loss / len(samples):.3f}", flush=True)
            for name, entries in held.items():
                report(name, scored(network, entries), entries)
    written.append(network.weights)
    for name, entries in held.items():
        totals[name] = totals[name] + scored(network, entries)
        report(f"{name}, {number + 1} networks", totals[name] / (number + 1), entries)


def packed(value):
    scale = float(np.abs(value).max()) / 127
    return {"scale": scale, "bytes": base64.b64encode(np.round(value / scale).astype(np.int8).tobytes()).decode()}


model = {
    "intents": intents,
    "hidden": hidden,
    "embedding": embedding,
    "networks": [{name: packed(value) for name, value in weights.items()} for weights in written],
}
options.weights.write_text(json.dumps(model, separators=(",", ":")) + "\n")
