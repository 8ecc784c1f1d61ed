import { TIPOS_NOTA } from "@malote/syntax";
import { Component, lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ColunasProps, Zoom } from "../../charts/Colunas.tsx";
import type { Dados } from "../../charts/opcoes.ts";
import type { Estatistica } from "../../rpc/painel.ts";
import { painel as textos } from "../../textos/painel.ts";
import type { Filtro, Intervalo } from "./filtro.ts";
import classes from "./Graficos.module.css";
import { emailsHref, notasHref } from "./links.ts";
import { daysOfPonto } from "./rotulos.ts";
import { chartsOf } from "./series.ts";

// Loaded lazily: the numbers do not wait for the chart library.
const Colunas = lazy(async () => ({ default: (await import("../../charts/Colunas.tsx")).Colunas }));

const { graficos: t } = textos;

/** Charts of e-mails and documents in a range, on one scale; a zoom applies to both. */
export function Graficos(props: {
  dados: Estatistica | null;
  filtro: Filtro;
  range: Intervalo;
  caixas: number;
}): React.JSX.Element {
  const { dados, filtro, range, caixas } = props;
  const [zoom, setZoom] = useZoom(`${range.de} ${range.ate} ${dados?.dateGroup}`);
  const navigate = useNavigate();
  const charts = dados && chartsOf(dados, { ate: range.ate, caixas });
  const daysOf = (serie: readonly { periodo: string }[], at: number): Intervalo =>
    dados ? daysOfPonto(serie[at]?.periodo ?? range.de, dados.dateGroup, range.ate) : range;
  const nomeDe = (nome: string): string => `${nome}-${range.de}-a-${range.ate}`;
  return (
    <div className={classes.graficos}>
      <Grafico
        titulo={t.emails}
        subtitulo={t.emailsDe(caixas)}
        dados={charts?.emails ?? null}
        nome={nomeDe(t.arquivos.emails)}
        zoom={zoom}
        onZoom={setZoom}
        onPonto={(at) => dados && void navigate(emailsHref(daysOf(dados.chatEmails, at), filtro.empresaId))}
      />
      <Grafico
        titulo={t.notas}
        subtitulo={t.notasDe}
        dados={charts?.notas ?? null}
        nome={nomeDe(t.arquivos.notas)}
        legenda
        zoom={zoom}
        onZoom={setZoom}
        onPonto={(at, serie) => {
          const tipo = TIPOS_NOTA[serie];
          if (!dados || !tipo) return;
          void navigate(notasHref({ ...filtro, range: daysOf(dados.chatNotas, at), tipos: [tipo] }));
        }}
      />
    </div>
  );
}

function Grafico(
  props: Omit<ColunasProps, "dados"> & {
    dados: Dados | null;
    titulo: string;
    subtitulo: string;
    legenda?: boolean;
  },
): React.JSX.Element {
  const { titulo, subtitulo, dados, legenda = false, ...resto } = props;
  return (
    <section aria-label={titulo}>
      <div className={classes.titulo}>
        <h2 className="t-secao">{titulo}</h2>
        <p>{subtitulo}</p>
        {resto.zoom && (
          <button type="button" className="acao-barra sem-impressao" onClick={() => resto.onZoom(null)}>
            {t.zoom}
          </button>
        )}
        {legenda && dados && (
          <ul className={classes.legenda}>
            {dados.series.map(({ nome, cor }) => (
              <li key={nome}>
                <span className={classes.quadro} style={{ background: `var(--grafico-${cor})` }} />
                {nome}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={classes.lugar}>
        <Resguardo>
          <Suspense fallback={<Espera />}>
            {dados ? <Colunas dados={dados} {...resto} /> : <Espera />}
          </Suspense>
        </Resguardo>
      </div>
    </section>
  );
}

const ALTURAS = [24, 12, 62, 74, 80, 70, 30];

function Espera(): React.JSX.Element {
  return (
    <div className={classes.espera} role="status" aria-label={t.carregando}>
      {ALTURAS.map((altura) => (
        <span key={altura} style={{ height: `${altura}%` }} />
      ))}
    </div>
  );
}

/** Error boundary: a chart that fails to render leaves the rest of the page intact. */
class Resguardo extends Component<{ children: React.ReactNode }, { caiu: boolean }> {
  override state = { caiu: false };

  static getDerivedStateFromError(): { caiu: boolean } {
    return { caiu: true };
  }

  override render(): React.ReactNode {
    if (!this.state.caiu) return this.props.children;
    return (
      <p className={classes.falha} role="alert">
        {t.falhou}
      </p>
    );
  }
}

/** The zoom of the charts, which is reset when the range changes. */
function useZoom(range: string): [Zoom, (zoom: Zoom) => void] {
  const [kept, setKept] = useState<{ range: string; zoom: Zoom }>({ range, zoom: null });
  const zoom = kept.range === range ? kept.zoom : null;
  return [zoom, (next) => setKept({ range, zoom: next })];
}
