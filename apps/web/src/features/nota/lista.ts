import type { NotaLinha, NotaOrdem, Papel } from "../../rpc/queries.ts";
import type { ColunaChave } from "./exibicao.ts";
import type { Marca, Marcavel } from "./marcas.ts";
import type { Selecao } from "./selecao.ts";

/** A column whose cells filter the list by their value. */
export type Filtravel = "tipo" | "uf" | "parte" | "veredito" | "nfe" | "sefaz" | "manifestacao";

/** Props of a list of documents, for the table and the cards. */
export type ListaProps = {
  notas: readonly NotaLinha[];
  papel: Papel;
  zona: string;
  ordem: NotaOrdem;
  colunas: readonly ColunaChave[];
  /** In the divergences tab a button that starts a consulta replaces the flags. */
  divergencias: boolean;
  selecao: Selecao;
  /** URL of a document, and its position in the list for the links back, previous and next. */
  linkOf: (nota: NotaLinha) => { to: string; state: unknown };
  onFiltrar: (campo: Filtravel, nota: NotaLinha) => Promise<void>;
  onMarcar: (nota: Marcavel, marca: Marca) => void;
};

/** The other party: the emitente of a received document, the destinatário of an issued one. */
export function parteOf(
  nota: NotaLinha,
  papel: Papel,
): { nome: string; documento: string; uf: string | null } {
  return papel === "E"
    ? { nome: nota.nomeEmitente, documento: nota.cnpjEmitente, uf: nota.ufEmitente }
    : { nome: nota.nomeDestinatario ?? "–", documento: nota.cnpjDestinatario ?? "", uf: nota.ufDestinatario };
}
