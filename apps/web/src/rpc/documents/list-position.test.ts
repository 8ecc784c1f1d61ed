import { describe, expect, test } from "vitest";
import { positionIn, readListStart } from "./list-position.ts";

const known = new Map([
  [0, "a"],
  [1, "b"],
  [2, "c"],
]);

describe("stepping through the list from which a document was opened", () => {
  test("previous and next are the neighbours of the document's current position", () => {
    const steps = positionIn({ id: "b", pos: 1, total: 3, known });
    expect(steps.previous).toEqual({ id: "a", pos: 0 });
    expect(steps.next).toEqual({ id: "c", pos: 2 });
    expect(steps.inside).toBe(true);
  });

  test("the document is found after new arrivals have moved it in the list", () => {
    expect(positionIn({ id: "c", pos: 1, total: 3, known }).pos).toBe(2);
  });

  test("once the document has left the filter, next is the document now at its position", () => {
    const steps = positionIn({ id: "marcada", pos: 1, total: 3, known });
    expect(steps.inside).toBe(false);
    expect(steps.next).toEqual({ id: "b", pos: 1 });
    expect(steps.previous).toEqual({ id: "a", pos: 0 });
  });

  test("there is no step beyond either end of the list", () => {
    expect(positionIn({ id: "a", pos: 0, total: 3, known }).previous).toBeNull();
    expect(positionIn({ id: "c", pos: 2, total: 3, known }).next).toBeNull();
  });
});

test.each([null, undefined, 3, {}, { lista: "/x" }, { lista: "/x", pos: -1 }, { lista: 1, pos: 1 }])(
  "an unrelated history entry is not a position in a list: %j",
  (state) => {
    expect(readListStart(state)).toBeNull();
  },
);
