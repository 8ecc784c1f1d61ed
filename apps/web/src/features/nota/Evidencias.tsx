import { Loader, Tabs } from "@mantine/core";
import { type ComponentType, lazy, Suspense } from "react";
import type { Nota } from "../../rpc/queries.ts";
import { geral } from "../../textos/geral.ts";
import { PAPEIS, nota as textos } from "../../textos/nota.ts";
import { EVIDENCIAS_ID, isPdfVisivel, useAba } from "./aba.ts";
import classes from "./Evidencias.module.css";

// Each tab is loaded when it is opened.
const AbaPapel = later(async () => (await import("./AbaPapel.tsx")).AbaPapel);
const AbaItens = later(async () => (await import("./AbaItens.tsx")).AbaItens);
const AbaAchados = later(async () => (await import("./AbaAchados.tsx")).AbaAchados);
const AbaValores = later(async () => (await import("./AbaValores.tsx")).AbaValores);
const AbaTransporte = later(async () => (await import("./AbaTransporte.tsx")).AbaTransporte);
const AbaDocumentos = later(async () => (await import("./AbaDocumentos.tsx")).AbaDocumentos);
const AbaXml = later(async () => (await import("./AbaXml.tsx")).AbaXml);
const AbaEventos = later(async () => (await import("./AbaEventos.tsx")).AbaEventos);
const AbaConsultas = later(async () => (await import("./AbaConsultas.tsx")).AbaConsultas);
const AbaHistoria = later(async () => (await import("./AbaHistoria.tsx")).AbaHistoria);
const AbaOrigem = later(async () => (await import("./AbaOrigem.tsx")).AbaOrigem);

type Aba = {
  chave: string;
  titulo: string;
  total?: number;
  aviso?: boolean;
  conteudo: () => React.JSX.Element;
};

/** The details of a document in tabs; the URL holds the open tab. */
export function Evidencias({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const { aba: wanted, open } = useAba();
  const abas = abasOf(nota, zona);
  const first = abas[0]?.chave ?? "itens";
  const atual = abas.some((aba) => aba.chave === wanted) ? wanted : first;
  return (
    <Tabs
      id={EVIDENCIAS_ID}
      value={atual}
      onChange={(chave) => open(chave === first ? null : chave)}
      keepMounted={false}
      unstyled
      classNames={{ root: classes.root, list: classes.lista, tab: classes.aba, panel: classes.painel }}
    >
      <Tabs.List aria-label={textos.abas.rotulo}>
        {abas.map(({ chave, titulo, total, aviso }) => (
          <Tabs.Tab key={chave} value={chave}>
            {titulo}
            {total !== undefined && total > 0 && (
              <span className={classes.total} data-aviso={aviso}>
                {total}
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {abas.map(({ chave, conteudo }) => (
        <Tabs.Panel key={chave} value={chave} tabIndex={0}>
          {chave === atual && (
            <Suspense fallback={<Loader size="sm" m={32} role="status" aria-label={geral.carregando} />}>
              {conteudo()}
            </Suspense>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function later<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await load() }));
}

/** The tabs in order. The findings come first in quarantine and last otherwise. */
function abasOf(nota: Nota, zona: string): Aba[] {
  const { abas } = textos;
  const achados: Aba = {
    chave: "achados",
    titulo: abas.achados,
    total: new Set(nota.achados.map(({ codigo }) => codigo)).size,
    aviso: nota.quarentena,
    conteudo: () => <AbaAchados nota={nota} />,
  };
  const danfe: Aba = {
    chave: "papel",
    titulo: PAPEIS[nota.tipoNota],
    conteudo: () => <AbaPapel nota={nota} />,
  };
  const has = nota.quarentena || nota.achados.length > 0;
  // Without an embedded PDF, the content tabs come before the printed form.
  const visivel = isPdfVisivel();
  return [
    ...(nota.quarentena ? [achados] : []),
    ...(visivel ? [danfe, ...conteudosOf(nota)] : [...conteudosOf(nota), danfe]),
    { chave: "xml", titulo: abas.xml, conteudo: () => <AbaXml notaId={nota.id} /> },
    {
      chave: "eventos",
      titulo: abas.eventos,
      total: nota.listEventos.length,
      conteudo: () => <AbaEventos nota={nota} zona={zona} />,
    },
    {
      chave: "sefaz",
      titulo: abas.sefaz,
      total: nota.consultas.length,
      conteudo: () => <AbaConsultas nota={nota} zona={zona} />,
    },
    { chave: "historia", titulo: abas.historia, conteudo: () => <AbaHistoria nota={nota} zona={zona} /> },
    { chave: "origem", titulo: abas.origem, conteudo: () => <AbaOrigem nota={nota} zona={zona} /> },
    ...(has && !nota.quarentena ? [achados] : []),
  ];
}

/** The content tabs: items and values, or transport and carried documents. */
function conteudosOf(nota: Nota): Aba[] {
  const { abas } = textos;
  const { comercio, transporte, itens } = nota;
  if (transporte !== null) {
    const documentos = transporte.documentos.length + transporte.referencias.length;
    return [
      {
        chave: "transporte",
        titulo: abas.transporte,
        conteudo: () => <AbaTransporte nota={nota} transporte={transporte} />,
      },
      ...(documentos === 0
        ? []
        : [
            {
              chave: "documentos",
              titulo: abas.documentos,
              total: documentos,
              conteudo: () => <AbaDocumentos transporte={transporte} />,
            },
          ]),
    ];
  }
  return [
    { chave: "itens", titulo: abas.itens, total: itens.length, conteudo: () => <AbaItens nota={nota} /> },
    ...(comercio === null
      ? []
      : [
          {
            chave: "valores",
            titulo: abas.valores,
            conteudo: () => <AbaValores nota={nota} comercio={comercio} />,
          },
        ]),
  ];
}
