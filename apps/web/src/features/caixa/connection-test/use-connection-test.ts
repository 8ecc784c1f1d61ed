import type { CaixaType, TEST_STEPS } from "@malote/contract";
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { call } from "../../../rpc/call/call.ts";
import { explainFailure, Refusal } from "../../../rpc/call/failures.ts";
import { showFieldErrors } from "../../../rpc/call/show-form-failure.ts";
import type { CaixaProof } from "../../../rpc/documents/queries.ts";
import { isUnencrypted } from "../caixa-types.ts";
import {
  CONNECTION_FIELDS,
  type FormValues,
  formFieldOf,
  toConnectionParams,
} from "../form/caixa-form-values.ts";

export type TestStep = (typeof TEST_STEPS)[number];
export type ShownStep = { passo: TestStep; estado: "certo" | "falhou" | "intocado"; mensagem: string | null };

/** The state of a connection test. A result is valid only for the tested connection (spec §4). */
export type ConnectionTestState =
  | { phase: "nenhuma" | "mudou" | "testando" }
  | { phase: "recusada"; mensagem: string }
  | { phase: "feita"; result: CaixaProof };

type KeptState = { key: string; estado: ConnectionTestState };

/** The connection test of the current form values. */
export function useConnectionTest(
  form: UseFormReturn<FormValues>,
  id: string | null,
): { estado: ConnectionTestState; runTest: () => Promise<void> } {
  const key = connectionKeyOf(form.watch());
  const [kept, setKept] = useState<KeptState | null>(null);
  const abortRef = useRef<AbortController | null>(null);
  useEffect(() => () => abortRef.current?.abort(), []);

  const runTest = async (): Promise<void> => {
    if (!(await form.trigger(CONNECTION_FIELDS, { shouldFocus: true }))) return;
    const values = form.getValues();
    const testedKey = connectionKeyOf(values);
    abortRef.current?.abort();
    const abortController = new AbortController();
    abortRef.current = abortController;
    setKept({ key: testedKey, estado: { phase: "testando" } });
    const state = await pingServer(values, id, abortController.signal).catch((error: unknown) =>
      refusalState(error, form),
    );
    if (!abortController.signal.aborted) setKept({ key: testedKey, estado: state });
  };
  return { estado: kept === null ? { phase: "nenhuma" } : visibleState(kept, key), runTest };
}

function visibleState(kept: KeptState, key: string): ConnectionTestState {
  return kept.key === key ? kept.estado : { phase: "mudou" };
}

/** The connection fields as one string. */
function connectionKeyOf(values: FormValues): string {
  return JSON.stringify(CONNECTION_FIELDS.map((field) => values[field]));
}

async function pingServer(
  values: FormValues,
  id: string | null,
  signal: AbortSignal,
): Promise<ConnectionTestState> {
  const { object } = await call("CaixaEmail.pingServidor", { caixa: toConnectionParams(values, id) }, signal);
  return { phase: "feita", result: object };
}

/** The server refused the request: field errors are shown at their fields. */
function refusalState(error: unknown, form: UseFormReturn<FormValues>): ConnectionTestState {
  if (error instanceof Refusal) showFieldErrors(error, form, formFieldOf);
  const failure = explainFailure(error);
  if (error instanceof Refusal)
    return { phase: "recusada", mensagem: error.erros[0]?.mensagem ?? error.message };
  return failure
    ? { phase: "recusada", mensagem: `${failure.titulo}. ${failure.texto}` }
    : { phase: "nenhuma" };
}

/** The steps of a test in order: those done, then those not reached. */
export function testStepsOf(
  doneSteps: CaixaProof["passos"],
  { tipo, autenticacao }: Pick<FormValues, "tipo" | "autenticacao">,
): ShownStep[] {
  const done = new Set(doneSteps.map(({ passo }) => passo));
  const notReached = expectedSteps(tipo, autenticacao).filter((passo) => !done.has(passo));
  return [
    ...doneSteps.map(({ passo, ok, mensagem }) => ({
      passo,
      estado: ok ? ("certo" as const) : ("falhou" as const),
      mensagem,
    })),
    ...notReached.map((passo) => ({ passo, estado: "intocado" as const, mensagem: null })),
  ];
}

function expectedSteps(tipo: CaixaType, autenticacao: FormValues["autenticacao"]): TestStep[] {
  const token: TestStep[] = autenticacao === "oauth2" ? ["token"] : [];
  const opening: TestStep[] = isUnencrypted(tipo)
    ? ["saudacao"]
    : tipo.endsWith("-starttls")
      ? ["saudacao", "tls"]
      : ["tls", "saudacao"];
  return ["dns", "tcp", ...opening, ...token, "entrada", "listagem"];
}
