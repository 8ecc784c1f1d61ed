import type { NotaRow, NotaSortOrder, Side } from "../../../rpc/documents/queries.ts";
import type { FlaggableNota, FlagName } from "../flags/flag-state.ts";
import type { WaitingFlags } from "../flags/waiting-flags.ts";
import type { NotaSelection } from "../selection/use-nota-selection.ts";
import type { ColumnLayout } from "./column-layout.ts";

/** A column whose cells filter the list by their value. */
export type FilterableColumn = "tipo" | "uf" | "parte" | "veredito" | "nfe" | "sefaz" | "manifestacao";

/** Props of a list of documents, for the table and the cards. */
export type NotaListProps = {
  notas: readonly NotaRow[];
  side: Side;
  zona: string;
  ordem: NotaSortOrder;
  columns: ColumnLayout;
  /** Beside the panel, only the columns that find a document. */
  narrow: boolean;
  onSort: (order: NotaSortOrder) => void;
  /** Shows a document in the panel. */
  onPeek: (nota: NotaRow) => void;
  /** In the divergences tab a button that starts a consulta replaces the flags. */
  onlyDivergencias: boolean;
  selection: NotaSelection;
  /** URL of a document, and its position in the list for the links back, previous and next. */
  linkOf: (nota: NotaRow) => { to: string; state: unknown };
  onFilter: (field: FilterableColumn, nota: NotaRow) => void;
  /** Marks that wait for the connection. */
  waitingFlags: WaitingFlags;
  onSetFlag: (nota: FlaggableNota, flag: FlagName) => void;
};

/** What the columns are drawn from: without the rows and their selection, which each row gets itself. */
export type ColumnProps = Omit<NotaListProps, "notas" | "selection" | "onPeek"> & {
  /** isRange: Shift was held, so the rows since the last one are selected too. */
  onToggle: (nota: NotaRow, isRange: boolean) => void;
};

/** The other party: the emitente of a received document, the destinatário of an issued one. */
export function otherPartyOf(
  nota: NotaRow,
  side: Side,
): { nome: string; documento: string; uf: string | null } {
  return side === "E"
    ? { nome: nota.nomeEmitente, documento: nota.cnpjEmitente, uf: nota.ufEmitente }
    : { nome: nota.nomeDestinatario ?? "–", documento: nota.cnpjDestinatario ?? "", uf: nota.ufDestinatario };
}
