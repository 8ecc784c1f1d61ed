import { formatInteiro } from "@malote/syntax";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { configuracaoQuery, type Setting } from "../../rpc/operador.ts";
import { configuracao as textos } from "../../textos/operacao-paginas.ts";
import { AbaPage } from "../../ui/AbaPage.tsx";
import type { Coluna } from "../../ui/DataTable.tsx";
import { LinhasEsqueleto } from "../../ui/LinhasEsqueleto.tsx";
import { ResponsiveTable, TwoLines } from "../../ui/ResponsiveTable.tsx";
import tables from "./tables.module.css";

const { colunas: t } = textos;

const COLUMNS: readonly Coluna<Setting>[] = [
  {
    chave: "nome",
    titulo: t.nome,
    celula: ({ nome, descricao }) => (
      <TwoLines strong value={<span className="mono">{nome}</span>} note={descricao} />
    ),
  },
  { chave: "valor", titulo: t.valor, largura: "36%", celula: (setting) => <Value setting={setting} /> },
  {
    chave: "origem",
    titulo: t.origem,
    largura: "120px",
    celula: ({ definida }) => (
      <span className={tables.second}>{definida ? textos.definida : textos.padrao}</span>
    ),
  },
];

/** The settings of the installation, read only. Of a secret it only shows that it is set. */
export function SettingsPage(): React.JSX.Element {
  const query = useQuery(configuracaoQuery);
  return (
    <AbaPage
      titulo={textos.titulo}
      cabecalho={textos.titulo}
      total={(settings) => textos.total(formatInteiro(settings.length))}
      pedido={query}
      falha={explainFalha}
      zona={useZona()}
      fichas={<p className="t-rotulo">{textos.comoMudar}</p>}
      esqueleto={<LinhasEsqueleto linhas={10} larguras={[240, 240, 80]} altas />}
    >
      {(settings) => (
        <ResponsiveTable
          label={textos.titulo}
          columns={COLUMNS}
          rows={settings}
          keyOf={({ nome }) => nome}
          minWidth={760}
          tall
        />
      )}
    </AbaPage>
  );
}

function Value({ setting: { valor, definida, secreta } }: { setting: Setting }): React.JSX.Element {
  if (secreta && definida) {
    return (
      <span className={tables.secret}>
        <IconLock size={14} stroke={1.8} aria-hidden="true" />
        {textos.secreta}
      </span>
    );
  }
  if (valor === null || valor === "") return <span className={tables.wait}>{textos.vazio}</span>;
  return (
    <span className={`mono ${tables.clip}`} title={valor}>
      {valor}
    </span>
  );
}
