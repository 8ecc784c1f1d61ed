import type { ResultOf } from "@malote/contract";
import { PROVA_CAIXA } from "@malote/contract";
import type { ProbeCode, ProbeResult, ProbeStepResult } from "@malote/mailbox";

type ProvaWire = ResultOf<"CaixaEmail.pingServidor">["object"];

/** The sentences of the codes; a missing one does not compile. */
const SENTENCAS: Record<ProbeCode, string> = PROVA_CAIXA;

/** A connection test in sentences; `falha` is that of the failed step. */
export function writeProva({ ok, mensagens, passos, certificado }: ProbeResult): ProvaWire {
  const escritos = passos.map(({ passo, ...feito }) => ({
    passo,
    ok: feito.ok,
    mensagem: writePasso(feito),
  }));
  return {
    ok,
    mensagens,
    falha: ok ? null : (escritos.find((passo) => !passo.ok)?.mensagem ?? null),
    passos: escritos,
    certificado,
  };
}

function writePasso({ codigo, valores }: Pick<ProbeStepResult, "codigo" | "valores">): string {
  return SENTENCAS[codigo].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(valores[name] ?? whole).replace(/^TLSv/, "TLS "),
  );
}
