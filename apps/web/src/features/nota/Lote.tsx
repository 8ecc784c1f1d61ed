import { formatInteiro } from "@malote/syntax";
import {
  IconChecks,
  IconDatabaseImport,
  IconDownload,
  IconPackageImport,
  IconWritingSign,
  type TablerIcon,
} from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { NotaLinha, Papel } from "../../rpc/queries.ts";
import { onForget } from "../../rpc/session.ts";
import { marcas } from "../../textos/marcas.ts";
import { lote as textos } from "../../textos/notas-lote.ts";
import { BarraAcao, BarraAndamento, BarraLote } from "../../ui/BarraLote.tsx";
import { avisar } from "../../ui/toast.tsx";
import { BAIXAR_MAX, baixarLote } from "./baixar-lote.ts";
import type { useMarcar } from "./marcar.ts";
import { estadoOf, type Marca, type ResultadoItem, sumValores } from "./marcas.ts";
import type { Selecao } from "./selecao.ts";

const LoteResultado = lazy(async () => ({ default: (await import("./LoteResultado.tsx")).LoteResultado }));
const ManifestarLote = lazy(async () => ({ default: (await import("./ManifestarLote.tsx")).ManifestarLote }));

const ACOES: readonly { marca: Marca; icone: TablerIcon }[] = [
  { marca: "conferido", icone: IconChecks },
  { marca: "recebido", icone: IconPackageImport },
  { marca: "processado", icone: IconDatabaseImport },
];

type Andamento = { texto: string; feitas: number; total: number; parar: () => void };

/** Action bar of the selected documents, with progress and result of the last batch. */
export function Lote(props: {
  papel: Papel;
  zona: string;
  selecao: Selecao;
  marcas: ReturnType<typeof useMarcar>;
}): React.JSX.Element {
  const { papel, zona, selecao, marcas: marcando } = props;
  const { lote, closeLote, marcar } = marcando;
  const [manifestando, setManifestando] = useState<readonly NotaLinha[]>([]);
  const download = useDownload();
  const onMarcar = async (marca: Marca): Promise<void> => {
    const ligar = selecao.notas.some((nota) => !nota.quarentena && !estadoOf(nota, marca).ligada);
    if (await marcar(selecao.notas, marca, ligar)) selecao.clear();
  };
  const onManifestado = (pedidas: number): void => {
    setManifestando([]);
    if (pedidas > 0) selecao.clear();
  };
  const working: Andamento | null =
    lote && lote.resultados === null ? { ...lote, texto: marcas[lote.marca].nome } : download.andamento;
  return (
    <>
      {(selecao.notas.length > 0 || working) && (
        <BarraLote
          rotulo={textos.rotulo}
          quantos={textos.selecionados(selecao.notas.length)}
          resto={sumValores(selecao.notas)}
          limpar={textos.limpar}
          onLimpar={selecao.clear}
        >
          {working ? (
            <BarraAndamento
              texto={`${working.texto}: ${textos.andamento(working.feitas, working.total)}`}
              parte={working.feitas / working.total}
              parar={textos.parar}
              onParar={working.parar}
            />
          ) : (
            <Acoes
              total={selecao.notas.length}
              onMarcar={(marca) => void onMarcar(marca)}
              onManifestar={papel === "E" ? () => setManifestando(selecao.notas) : undefined}
              onBaixar={() => void download.start(selecao.notas)}
            />
          )}
        </BarraLote>
      )}
      <Suspense>
        {lote?.resultados && (
          <LoteResultado resultados={lote.resultados} palavras={textos} onClose={closeLote} />
        )}
        {download.resultados && (
          <LoteResultado
            resultados={download.resultados}
            palavras={{ resultado: textos.resultado, resumo: textos.baixadoResumo, ok: textos.noZip }}
            onClose={download.close}
          />
        )}
        {manifestando.length > 0 && (
          <ManifestarLote notas={manifestando} zona={zona} onClose={onManifestado} />
        )}
      </Suspense>
    </>
  );
}

function Acoes(props: {
  total: number;
  onMarcar: (marca: Marca) => void;
  /** Absent for issued documents: only a recipient sends a manifestação. */
  onManifestar: (() => void) | undefined;
  onBaixar: () => void;
}): React.JSX.Element {
  const { total, onMarcar, onManifestar, onBaixar } = props;
  return (
    <>
      {ACOES.map(({ marca, icone }) => (
        <BarraAcao key={marca} icone={icone} onClick={() => onMarcar(marca)}>
          {marcas[marca].nome}
        </BarraAcao>
      ))}
      {onManifestar && (
        <BarraAcao linha icone={IconWritingSign} onClick={onManifestar}>
          {textos.manifestar}
        </BarraAcao>
      )}
      <BarraAcao
        linha={!onManifestar}
        icone={IconDownload}
        impedimento={total > BAIXAR_MAX ? textos.baixarMuitos(formatInteiro(BAIXAR_MAX)) : undefined}
        onClick={onBaixar}
      >
        {textos.baixar}
      </BarraAcao>
    </>
  );
}

/**
 * Downloads XML and PDF of the selected documents as one ZIP; returns the progress and the failed
 * documents.
 */
function useDownload() {
  const [andamento, setAndamento] = useState<Andamento | null>(null);
  const [resultados, setResultados] = useState<readonly ResultadoItem[] | null>(null);
  const start = async (notas: readonly NotaLinha[]): Promise<void> => {
    const controller = new AbortController();
    const parar = (): void => controller.abort();
    const stop = onForget(parar);
    const done = await baixarLote(notas, controller.signal, (feitas) =>
      setAndamento({ texto: textos.baixar, feitas, total: notas.length, parar }),
    );
    stop();
    setAndamento(null);
    if (controller.signal.aborted) return;
    if (done.some(({ falha }) => falha !== null)) setResultados(done);
    else avisar(textos.baixado(done.length));
  };
  return { andamento, resultados, start, close: () => setResultados(null) };
}
