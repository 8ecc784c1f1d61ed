import { WEBHOOK_MESSAGES } from "@malote/contract";
import { expect, test } from "vitest";
import { schema, toFormValues } from "./webhook-form-values.ts";

test("a webhook without a type or a company is refused with a sentence", () => {
  const values = { ...toFormValues(null), url: "https://erp.example", tipos: [], algumas: true };
  const { error } = schema.safeParse(values);
  expect(error?.issues.map(({ message }) => message)).toContain(WEBHOOK_MESSAGES.webhookSemTipo);
  const limited = schema.safeParse({ ...values, tipos: ["nota"] }).error;
  expect(limited?.issues.map(({ message }) => message)).toEqual([WEBHOOK_MESSAGES.webhookSemEmpresa]);
});
