import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { lazy } from "react";
import type { NotaFiltro, NotaOrdem, Papel } from "../../rpc/queries.ts";
import { notas as textos } from "../../textos/notas.ts";
import { Botao } from "../../ui/Botao.tsx";
import { Depois } from "../../ui/Depois.tsx";

const ExportarOpcoes = lazy(async () => ({ default: (await import("./ExportarOpcoes.tsx")).ExportarOpcoes }));

/** The list to export and its number of documents; null while the number is unknown. */
export type ListaExportavel = {
  entradaSaida: Papel;
  searchFilter: NotaFiltro;
  listSearchOrder: NotaOrdem;
  total: number | null;
};

/** The button that exports the filtered list to a file. */
export function ExportarBotao({ lista }: { lista: ListaExportavel }): React.JSX.Element {
  return (
    <Depois
      botao={
        <Botao
          soIcone
          icone={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          fim={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
        >
          {textos.exportar}
        </Botao>
      }
    >
      {(botao, aberto) => <ExportarOpcoes lista={lista} botao={botao} aberto={aberto} />}
    </Depois>
  );
}
