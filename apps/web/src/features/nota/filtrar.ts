import { STATUS_AUSENTE } from "@malote/contract";
import type { NotaLinha, Papel } from "../../rpc/queries.ts";
import { clearFiltro, type Filtro, STATUS, toSearchFilter } from "./filtro.ts";
import { type Filtravel, parteOf } from "./lista.ts";

/** The filter narrowed to the value of a cell. */
export function narrowFiltro(
  filtro: Filtro,
  campo: Filtravel,
  { nota, papel }: { nota: NotaLinha; papel: Papel },
): Filtro {
  if (campo === "tipo") return { ...filtro, tipos: [nota.tipoNota] };
  if (campo === "veredito") return { ...filtro, vereditos: [nota.veredito] };
  if (campo === "nfe") return narrowNfe(filtro, nota);
  if (campo === "sefaz") return narrowSefaz(filtro, nota);
  if (campo === "manifestacao") return { ...filtro, manifestacoes: [nota.manifestacao] };
  const { documento, uf } = parteOf(nota, papel);
  if (campo === "uf") return { ...filtro, uf: (uf ?? "") as Filtro["uf"] };
  return papel === "E" ? { ...filtro, emitente: documento } : { ...filtro, destinatario: documento };
}

/** The cell of a document in quarantine shows the quarantine, not the status. */
function narrowNfe(filtro: Filtro, nota: NotaLinha): Filtro {
  if (nota.quarentena) return { ...filtro, situacao: "quarentena" };
  return { ...filtro, nfe: [statusOf(nota.nfeStatus)] };
}

function narrowSefaz(filtro: Filtro, nota: NotaLinha): Filtro {
  return {
    ...filtro,
    sefaz: [statusOf(nota.sefazStatus)],
    ...(nota.divergente ? { situacao: nota.quarentena ? "quarentena" : "divergente" } : {}),
  };
}

type Status = Filtro["nfe"][number];

/** The filter status of a cStat. A cStat without a name counts as not validated, as in its cell. */
function statusOf(cStat: string | null): Status {
  const codigosOf = (status: Status): string[] =>
    toSearchFilter({ ...clearFiltro(), nfe: [status] }, "repo", "2026-01-01").nfeStatus?.split(",") ?? [];
  return STATUS.find((status) => codigosOf(status).includes(cStat ?? STATUS_AUSENTE)) ?? "nao-validada";
}
