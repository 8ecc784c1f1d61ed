import { describe, expect, test, vi } from "vitest";
import { sendInParts } from "./send-in-parts.ts";

const options = { max: 2, sentenceOf: (error: unknown) => (error as Error).message };

/** Accepts each part until one begins with the given number. */
function serverThatFails(failsAt: number | null) {
  return vi.fn(async (part: readonly number[]) => {
    if (part[0] === failsAt) throw new Error("caiu");
    return part.map((nota) => ({ nota, falha: nota === 2 ? "recusada" : null }));
  });
}

describe("sending many documents in parts", () => {
  test("a request sent in parts returns one outcome per document, in order", async () => {
    const send = serverThatFails(null);
    expect(await sendInParts([1, 2, 3, 4, 5], send, options)).toEqual([
      { nota: 1, falha: null },
      { nota: 2, falha: "recusada" },
      { nota: 3, falha: null },
      { nota: 4, falha: null },
      { nota: 5, falha: null },
    ]);
    expect(send.mock.calls.map(([part]) => part)).toEqual([[1, 2], [3, 4], [5]]);
  });

  test("when a later part fails, earlier outcomes are kept; the rest get its error without being sent", async () => {
    const send = serverThatFails(3);
    expect(await sendInParts([1, 2, 3, 4, 5], send, options)).toEqual([
      { nota: 1, falha: null },
      { nota: 2, falha: "recusada" },
      { nota: 3, falha: "caiu" },
      { nota: 4, falha: "caiu" },
      { nota: 5, falha: "caiu" },
    ]);
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("a request sent in parts fails when its first part fails", async () => {
    await expect(sendInParts([1, 2, 3], serverThatFails(1), options)).rejects.toThrow("caiu");
  });
});
