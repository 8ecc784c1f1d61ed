import { expect, test } from "vitest";
import { injectFaults } from "./inject-faults.ts";

test("a worker killed five times while it works stores every document exactly once", async () => {
  const report = await injectFaults({ fault: "morte", faults: 5, messagesPerFault: 15, seed: 20261120 });
  expect(report).toMatchObject({ messages: 75, documents: 105, violations: [] });
}, 600_000);

test("a queue emptied during work loses nothing", async () => {
  const report = await injectFaults({ fault: "fila", faults: 1, messagesPerFault: 5, seed: 20261120 });
  expect(report).toMatchObject({ messages: 5, documents: 7, violations: [] });
});
