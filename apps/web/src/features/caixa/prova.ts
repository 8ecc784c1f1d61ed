import type { PASSOS_PROVA, TipoCaixa } from "@malote/contract";
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { call } from "../../rpc/call.ts";
import { explainFalha, Recusa } from "../../rpc/falhas.ts";
import type { ProvaCaixa } from "../../rpc/queries.ts";
import { CAMPOS_CONEXAO, type Campos, campoOf, toConexao } from "./campos.ts";
import { isAberto } from "./tipos.ts";

export type Passo = (typeof PASSOS_PROVA)[number];
export type PassoVisto = { passo: Passo; estado: "certo" | "falhou" | "intocado"; mensagem: string | null };

/** The state of a connection test. A result is valid only for the tested connection (spec §4). */
export type EstadoProva =
  | { fase: "nenhuma" | "mudou" | "testando" }
  | { fase: "recusada"; mensagem: string }
  | { fase: "feita"; prova: ProvaCaixa };

type Guardado = { chave: string; estado: EstadoProva };

/** The connection test of the current form values. */
export function useProva(
  form: UseFormReturn<Campos>,
  id: string | null,
): { estado: EstadoProva; testar: () => Promise<void> } {
  const chave = chaveOf(form.watch());
  const [kept, setKept] = useState<Guardado | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const testar = async (): Promise<void> => {
    if (!(await form.trigger(CAMPOS_CONEXAO, { shouldFocus: true }))) return;
    const campos = form.getValues();
    const asked = chaveOf(campos);
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setKept({ chave: asked, estado: { fase: "testando" } });
    const estado = await probe(campos, id, control.signal).catch((error: unknown) => refusal(error, form));
    if (!control.signal.aborted) setKept({ chave: asked, estado });
  };
  return { estado: kept === null ? { fase: "nenhuma" } : seen(kept, chave), testar };
}

function seen(kept: Guardado, chave: string): EstadoProva {
  return kept.chave === chave ? kept.estado : { fase: "mudou" };
}

/** The connection fields as one string. */
function chaveOf(campos: Campos): string {
  return JSON.stringify(CAMPOS_CONEXAO.map((campo) => campos[campo]));
}

async function probe(campos: Campos, id: string | null, signal: AbortSignal): Promise<EstadoProva> {
  const { object } = await call("CaixaEmail.pingServidor", { caixa: toConexao(campos, id) }, signal);
  return { fase: "feita", prova: object };
}

/** The server refused the request: field errors are shown at their fields. */
function refusal(error: unknown, form: UseFormReturn<Campos>): EstadoProva {
  if (error instanceof Recusa) showErros(error, form);
  const falha = explainFalha(error);
  if (error instanceof Recusa)
    return { fase: "recusada", mensagem: error.erros[0]?.mensagem ?? error.message };
  return falha ? { fase: "recusada", mensagem: `${falha.titulo}. ${falha.texto}` } : { fase: "nenhuma" };
}

/** Shows the server's refusals under their fields. @returns whether any refusal has a field */
export function showErros(recusa: Recusa, form: UseFormReturn<Campos>): boolean {
  const known = recusa.erros.flatMap(({ campo, mensagem }) => {
    const name = campoOf(campo);
    return name ? [{ name, mensagem }] : [];
  });
  known.forEach(({ name, mensagem }, index) => {
    form.setError(name, { type: "server", message: mensagem }, { shouldFocus: index === 0 });
  });
  return known.length > 0;
}

/** The steps of a test in order: those done, then those not reached. */
export function passosOf(
  feitos: ProvaCaixa["passos"],
  { tipo, autenticacao }: Pick<Campos, "tipo" | "autenticacao">,
): PassoVisto[] {
  const done = new Set(feitos.map(({ passo }) => passo));
  const rest = expectedPassos(tipo, autenticacao).filter((passo) => !done.has(passo));
  return [
    ...feitos.map(({ passo, ok, mensagem }) => ({
      passo,
      estado: ok ? ("certo" as const) : ("falhou" as const),
      mensagem,
    })),
    ...rest.map((passo) => ({ passo, estado: "intocado" as const, mensagem: null })),
  ];
}

function expectedPassos(tipo: TipoCaixa, autenticacao: Campos["autenticacao"]): Passo[] {
  const token: Passo[] = autenticacao === "oauth2" ? ["token"] : [];
  const opening: Passo[] = isAberto(tipo)
    ? ["saudacao"]
    : tipo.endsWith("-starttls")
      ? ["saudacao", "tls"]
      : ["tls", "saudacao"];
  return ["dns", "tcp", ...opening, ...token, "entrada", "listagem"];
}
