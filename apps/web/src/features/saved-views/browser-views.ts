import {
  VISAO_BUSCA_MAX,
  VISAO_COLUNAS_MAX,
  VISAO_NOME_MAX,
  VISOES_MAX,
  type VisaoLista,
} from "@malote/contract";
import { useEffect } from "react";
import { type BroughtViews, bringViews } from "../../rpc/documents/saved-views.ts";
import { general } from "../../texts/app/general.ts";
import { browserViewTexts as texts } from "../../texts/lists/browser-views.ts";
import { showFailureToast } from "../../ui/feedback/toast.tsx";
import { type Owner, readStored, writeStored } from "../../ui/state/stored-value.ts";

type BrowserViews = Pick<BroughtViews, "visoes" | "padrao">;

/** Waits before a failed import is repeated, in ms; after the last one a toast says so. */
const RETRY_MS = [5_000, 30_000, 120_000] as const;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The lists whose views are on their way. */
const running = new Set<string>();

const storedName = (list: VisaoLista): string => `visoes-${list}`;

/** Brings the views of a list that an earlier release kept in this browser to the server, once. */
export function useBrowserViews(list: VisaoLista, owner: Owner | null): void {
  useEffect(() => {
    if (!owner) return;
    let timer: number | undefined;
    const attempt = async (at: number): Promise<void> => {
      if (await bring(list, owner)) return;
      const wait = RETRY_MS[at];
      if (wait !== undefined) timer = window.setTimeout(() => void attempt(at + 1), wait);
      else showFailureToast(texts, { label: general.tentarDeNovo, onClick: () => void attempt(at) });
    };
    void attempt(0);
    return () => window.clearTimeout(timer);
  }, [list, owner]);
}

/** @returns false if the server could not take them: they stay in the browser */
async function bring(list: VisaoLista, owner: Owner): Promise<boolean> {
  const name = storedName(list);
  const key = `${name} ${owner.contaId} ${owner.usuarioId}`;
  const stored = readStored(name, owner);
  if (stored === null || running.has(key)) return true;
  running.add(key);
  try {
    const views = readBrowserViews(stored);
    if (views.visoes.length > 0) await bringViews({ lista: list, ...views });
    writeStored(name, owner, null);
    return true;
  } catch {
    return false;
  } finally {
    running.delete(key);
  }
}

/** Validates what the browser kept; invalid entries are dropped. */
export function readBrowserViews(stored: unknown): BrowserViews {
  if (!isRecord(stored) || !Array.isArray(stored.lista)) return { visoes: [], padrao: null };
  const visoes = stored.lista
    .filter(isView)
    .slice(0, VISOES_MAX)
    .map(({ id, nome, busca, colunas }) => ({ id, nome, busca, colunas }));
  return { visoes, padrao: visoes.find(({ id }) => id === stored.padrao)?.id ?? null };
}

function isRecord(stored: unknown): stored is Record<string, unknown> {
  return typeof stored === "object" && stored !== null;
}

function isView(stored: unknown): stored is { id: string; nome: string; busca: string; colunas: string } {
  if (!isRecord(stored)) return false;
  const { id, nome, busca, colunas } = stored;
  return (
    isText(id, 36) &&
    UUID.test(id) &&
    isText(nome, VISAO_NOME_MAX) &&
    nome.trim() !== "" &&
    isText(busca, VISAO_BUSCA_MAX) &&
    isText(colunas, VISAO_COLUNAS_MAX)
  );
}

function isText(value: unknown, max: number): value is string {
  return typeof value === "string" && value.length <= max;
}
