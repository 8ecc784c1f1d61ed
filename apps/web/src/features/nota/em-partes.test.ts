import { describe, expect, test, vi } from "vitest";
import { sendEmPartes } from "./em-partes.ts";

const options = { max: 2, sentenceOf: (error: unknown) => (error as Error).message };

/** Takes what it is sent, until the part that begins with `caiEm`. */
function serverThatFails(caiEm: number | null) {
  return vi.fn(async (parte: readonly number[]) => {
    if (parte[0] === caiEm) throw new Error("caiu");
    return parte.map((nota) => ({ nota, falha: nota === 2 ? "recusada" : null }));
  });
}

describe("many that are sent in parts", () => {
  test("have one outcome each, in their order", async () => {
    const send = serverThatFails(null);
    expect(await sendEmPartes([1, 2, 3, 4, 5], send, options)).toEqual([
      { nota: 1, falha: null },
      { nota: 2, falha: "recusada" },
      { nota: 3, falha: null },
      { nota: 4, falha: null },
      { nota: 5, falha: null },
    ]);
    expect(send.mock.calls.map(([parte]) => parte)).toEqual([[1, 2], [3, 4], [5]]);
  });

  test("stay sent when a later part fails; the rest says why, and is not tried", async () => {
    const send = serverThatFails(3);
    expect(await sendEmPartes([1, 2, 3, 4, 5], send, options)).toEqual([
      { nota: 1, falha: null },
      { nota: 2, falha: "recusada" },
      { nota: 3, falha: "caiu" },
      { nota: 4, falha: "caiu" },
      { nota: 5, falha: "caiu" },
    ]);
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("fail as one when not even the first part went", async () => {
    await expect(sendEmPartes([1, 2, 3], serverThatFails(1), options)).rejects.toThrow("caiu");
  });
});
