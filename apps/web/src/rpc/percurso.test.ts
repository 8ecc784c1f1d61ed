import { describe, expect, test } from "vitest";
import { readPartida, walk } from "./percurso.ts";

const known = new Map([
  [0, "a"],
  [1, "b"],
  [2, "c"],
]);

describe("stepping through the list from which a document was opened", () => {
  test("steps to the neighbours of its current position", () => {
    const steps = walk({ id: "b", pos: 1, total: 3, known });
    expect(steps.anterior).toEqual({ id: "a", pos: 0 });
    expect(steps.proximo).toEqual({ id: "c", pos: 2 });
    expect(steps.dentro).toBe(true);
  });

  test("finds the document after new arrivals moved it", () => {
    expect(walk({ id: "c", pos: 1, total: 3, known }).pos).toBe(2);
  });

  test("once it has left the filter, next is the item now at its position", () => {
    const steps = walk({ id: "marcada", pos: 1, total: 3, known });
    expect(steps.dentro).toBe(false);
    expect(steps.proximo).toEqual({ id: "b", pos: 1 });
    expect(steps.anterior).toEqual({ id: "a", pos: 0 });
  });

  test("has no step beyond either end of the list", () => {
    expect(walk({ id: "a", pos: 0, total: 3, known }).anterior).toBeNull();
    expect(walk({ id: "c", pos: 2, total: 3, known }).proximo).toBeNull();
  });
});

test.each([null, undefined, 3, {}, { lista: "/x" }, { lista: "/x", pos: -1 }, { lista: 1, pos: 1 }])(
  "an unrelated history entry is not a starting point: %j",
  (state) => {
    expect(readPartida(state)).toBeNull();
  },
);
