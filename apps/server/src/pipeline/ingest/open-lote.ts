import type { Reason } from "@malote/contract";
import { type LoteBudget, type LoteDocumento, type LoteRefusal, openLote } from "@malote/dfe";
import { type Budget, createBudget } from "@malote/mailbox";
import { type EmailFile, outcome } from "./email-part.ts";

/** A lote may hold documents in wrappers of their own; deeper nesting is an attack. */
const LOTES_MAX = 3;

const REFUSAL_REASONS: Record<LoteRefusal["motivo"], Reason> = {
  "grande-demais": "xml-grande-demais",
  invalido: "lote-documento-invalido",
  "documentos-demais": "lote-muitos-documentos",
  "caro-demais": "caro-demais",
};

/**
 * Opens an XML with several documents: yields the file as a package, then its content as parts with
 * an outcome each. All of it counts in the e-mail's budget.
 * @param depth 1 for a file of the e-mail, more inside another lote
 */
export function openLoteFile(file: EmailFile, depth: number, budget = createBudget()): EmailFile[] {
  if (depth >= LOTES_MAX) return [{ ...file, outcome: outcome("erro", "pacote-fundo-demais") }];
  const { documentos, recusados } = openLote(file.bytes, remainingBudget(budget));
  const tooMany = recusados.find(({ motivo }) => motivo === "documentos-demais");
  if (tooMany) return [{ ...file, outcome: outcome("erro", REFUSAL_REASONS[tooMany.motivo], tooMany.nome) }];
  const inside = [...documentos, ...recusados];
  budget.entradasLivres -= inside.length;
  const opened = { ...file, outcome: outcome("pacote", "lote-aberto", String(inside.length)) };
  return [opened, ...inside.map((each, i) => toEmailFile(each, `${file.caminho}/${i + 1}`))];
}

function remainingBudget(budget: Budget): LoteBudget {
  return {
    bytes: budget.infladoLivre,
    documentos: budget.entradasLivres,
    isOver: budget.isOver,
    spend: (bytes) => {
      budget.infladoLivre -= bytes;
    },
  };
}

function toEmailFile(each: LoteDocumento | LoteRefusal, path: string): EmailFile {
  const part = { caminho: path, nome: each.nome, tipo: "application/xml", embutida: false, contentId: null };
  if ("bytes" in each) return { ...part, bytes: each.bytes, outcome: null };
  return { ...part, bytes: new Uint8Array(), outcome: outcome("erro", REFUSAL_REASONS[each.motivo]) };
}
