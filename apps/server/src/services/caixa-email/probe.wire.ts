import type { ResultOf } from "@malote/contract";
import { CAIXA_TEST_MESSAGES } from "@malote/contract";
import type { ProbeCode, ProbeResult, ProbeStepResult } from "@malote/mailbox";

type ProbeWire = ResultOf<"CaixaEmail.pingServidor">["object"];

/** The sentences of the codes; a missing one does not compile. */
const SENTENCES: Record<ProbeCode, string> = CAIXA_TEST_MESSAGES;

/** A connection test in sentences; `falha` is that of the failed step. */
export function writeProbe({ ok, mensagens, passos: steps, certificado }: ProbeResult): ProbeWire {
  const written = steps.map(({ passo: step, ...done }) => ({
    passo: step,
    ok: done.ok,
    mensagem: writeStep(done),
  }));
  return {
    ok,
    mensagens,
    falha: ok ? null : (written.find((step) => !step.ok)?.mensagem ?? null),
    passos: written,
    certificado,
  };
}

function writeStep({ codigo, valores }: Pick<ProbeStepResult, "codigo" | "valores">): string {
  return SENTENCES[codigo].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(valores[name] ?? whole).replace(/^TLSv/, "TLS "),
  );
}
