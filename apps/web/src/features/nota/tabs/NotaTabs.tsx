import { MODELOS } from "@malote/syntax";
import { Badge, Tabs } from "@mantine/core";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { ItemsTab } from "../content/ItemsTab.tsx";
import { DocumentosTab } from "../content/References.tsx";
import { TransportTab } from "../content/TransportTab.tsx";
import { ValuesTab } from "../content/ValuesTab.tsx";
import { HistoryTab } from "../history/HistoryTab.tsx";
import { XmlTab } from "../xml/XmlTab.tsx";
import { AchadosTab } from "./AchadosTab.tsx";
import { ConsultasTab } from "./ConsultasTab.tsx";
import { EventosTab } from "./EventosTab.tsx";
import classes from "./NotaTabs.module.css";
import { OriginTab } from "./OriginTab.tsx";
import { PrintedFormTab } from "./PrintedFormTab.tsx";
import { TABS_ID, useNotaTab } from "./use-nota-tab.ts";

type TabSpec = {
  chave: string;
  titulo: string;
  total?: number;
  aviso?: boolean;
  conteudo: () => React.JSX.Element;
};

/** The details of a document in tabs; the URL holds the open tab. */
export function NotaTabs({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const { aba: wanted, open } = useNotaTab();
  const abas = tabsOf(nota, timeZone);
  const first = abas[0]?.chave ?? "itens";
  const current = abas.some((tab) => tab.chave === wanted) ? wanted : first;
  return (
    <Tabs
      id={TABS_ID}
      value={current}
      onChange={(chave) => open(chave === first ? null : chave)}
      keepMounted={false}
      classNames={classes}
    >
      <Tabs.List aria-label={texts.abas.rotulo}>
        {abas.map(({ chave, titulo, total, aviso }) => (
          <Tabs.Tab key={chave} value={chave}>
            {titulo}
            {total !== undefined && total > 0 && (
              <Badge variant="light" ml={8} {...(aviso && { color: "warn" })}>
                {total}
              </Badge>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {abas.map(({ chave, conteudo }) => (
        <Tabs.Panel key={chave} value={chave} tabIndex={0}>
          {chave === current && conteudo()}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The tabs in order. The findings come first in quarantine and last otherwise. */
function tabsOf(nota: Nota, timeZone: string): TabSpec[] {
  const { abas } = texts;
  const achados: TabSpec = {
    chave: "achados",
    titulo: abas.achados,
    total: new Set(nota.achados.map(({ codigo }) => codigo)).size,
    aviso: nota.quarentena,
    conteudo: () => <AchadosTab nota={nota} />,
  };
  const printedForm: TabSpec = {
    chave: "papel",
    titulo: MODELOS[nota.tipoNota].printedForm.nome,
    conteudo: () => <PrintedFormTab nota={nota} />,
  };
  const has = nota.quarentena || nota.achados.length > 0;
  return [
    ...(nota.quarentena ? [achados] : []),
    printedForm,
    ...contentTabsOf(nota),
    { chave: "xml", titulo: abas.xml, conteudo: () => <XmlTab notaId={nota.id} /> },
    {
      chave: "eventos",
      titulo: abas.eventos,
      total: nota.listEventos.length,
      conteudo: () => <EventosTab nota={nota} timeZone={timeZone} />,
    },
    {
      chave: "sefaz",
      titulo: abas.sefaz,
      total: nota.consultas.length,
      conteudo: () => <ConsultasTab nota={nota} timeZone={timeZone} />,
    },
    {
      chave: "historia",
      titulo: abas.historia,
      conteudo: () => <HistoryTab nota={nota} timeZone={timeZone} />,
    },
    {
      chave: "origem",
      titulo: originTitleOf(nota),
      conteudo: () => <OriginTab nota={nota} timeZone={timeZone} />,
    },
    ...(has && !nota.quarentena ? [achados] : []),
  ];
}

/** "E-mail de origem", or what brought the document instead. */
function originTitleOf({ origens }: Nota): string {
  const { abas } = texts;
  const imports = origens.filter(({ importado }) => importado).length;
  if (imports === 0) return abas.origem;
  return imports === origens.length ? abas.importado : abas.origens;
}

/** The content tabs: items and values, or transport and carried documents. */
function contentTabsOf(nota: Nota): TabSpec[] {
  const { abas } = texts;
  const { comercio, transporte, itens } = nota;
  if (transporte !== null) {
    const documentos = transporte.documentos.length + transporte.referencias.length;
    return [
      {
        chave: "transporte",
        titulo: abas.transporte,
        conteudo: () => <TransportTab nota={nota} transporte={transporte} />,
      },
      ...(documentos === 0
        ? []
        : [
            {
              chave: "documentos",
              titulo: abas.documentos,
              total: documentos,
              conteudo: () => <DocumentosTab transporte={transporte} />,
            },
          ]),
    ];
  }
  return [
    { chave: "itens", titulo: abas.itens, total: itens.length, conteudo: () => <ItemsTab nota={nota} /> },
    ...(comercio === null
      ? []
      : [
          {
            chave: "valores",
            titulo: abas.valores,
            conteudo: () => <ValuesTab nota={nota} comercio={comercio} />,
          },
        ]),
  ];
}
