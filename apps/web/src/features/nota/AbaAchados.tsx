import type { Nota } from "../../rpc/queries.ts";
import { abas as textos } from "../../textos/nota-abas.ts";
import { parecer, vereditos } from "../../textos/veredito.ts";
import classes from "./Abas.module.css";
import {
  type AchadoTexto,
  evidenciaOf,
  type GrupoAchados,
  groupAchados,
  type Ocorrencia,
} from "./achados.ts";
import { DESENHOS } from "./gravidades.ts";
import { impedimentoOf } from "./impedimento.ts";
import { sentencaOf } from "./parecer.ts";

/** Occurrences of one finding that are shown; a longer list is collapsed. */
const CAMPOS_MAX = 3;

/**
 * The findings of the verdict, gravest first, with their evidence. For a document in quarantine,
 * also what the user should do.
 */
export function AbaAchados({ nota }: { nota: Nota }): React.JSX.Element {
  const { achados: t } = textos;
  const grupos = groupAchados(nota.achados, nota.confirmadaSefaz);
  return (
    <div className={classes.achados}>
      <h2 className="t-painel">{nota.quarentena ? t.titulo : t.tituloLeve}</h2>
      <p className={classes.abertura}>{nota.quarentena ? reasonOf(nota) : sentencaOf(nota)}</p>
      {grupos.map((grupo) => (
        <Grupo key={grupo.gravidade} grupo={grupo} />
      ))}
      {nota.quarentena && (
        <div className={classes.fazer}>
          <Bloco titulo={t.guardamos} texto={t.guardamosTexto} />
          <Bloco titulo={t.fazer} texto={t.fazerTexto} />
          <Bloco titulo={t.cuidado} texto={t.cuidadoTexto} />
        </div>
      )}
    </div>
  );
}

function reasonOf(nota: Nota): string {
  const { achados: t } = textos;
  if (nota.veredito === "suspeita") return t.textoSuspeita;
  if (nota.veredito === "assinatura-invalida") return t.texto;
  return impedimentoOf(nota) === null ? vereditos[nota.veredito] : t.textoTeste;
}

function Grupo({ grupo }: { grupo: GrupoAchados }): React.JSX.Element {
  const { gravidade, achados } = grupo;
  const Icone = DESENHOS[gravidade];
  return (
    <section className={classes.grupo}>
      <h3 className="t-rotulo">{parecer.grupos[gravidade]}</h3>
      <ol>
        {achados.map((achado) => (
          <li key={achado.codigo} className={classes.achado} data-gravidade={gravidade}>
            <Icone size={20} stroke={1.6} aria-hidden="true" />
            <Achado achado={achado} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Achado({ achado }: { achado: AchadoTexto }): React.JSX.Element {
  const { codigo, titulo, texto, ocorrencias } = achado;
  const places = (
    <dl className={classes.evidencia}>
      {ocorrencias.map((ocorrencia, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two occurrences may be equal
        <Onde key={index} codigo={codigo} {...ocorrencia} />
      ))}
    </dl>
  );
  return (
    <div>
      <h4 className="t-secao">{titulo}</h4>
      <p>{texto}</p>
      {ocorrencias.length > 0 && ocorrencias.length <= CAMPOS_MAX && places}
      {ocorrencias.length > CAMPOS_MAX && (
        <details className={classes.campos}>
          <summary className="link">{parecer.verCampos(ocorrencias.length)}</summary>
          {places}
        </details>
      )}
    </div>
  );
}

/**
 * One occurrence: its path, with the evidence on the same line if the evidence is a single line.
 */
function Onde({ codigo, caminho, evidencia }: Ocorrencia & { codigo: string }): React.JSX.Element {
  const lines = evidencia === null ? [] : evidenciaOf(codigo, evidencia);
  const [only] = lines;
  const beside = caminho !== null && lines.length === 1 && only ? only : null;
  return (
    <>
      {caminho !== null && (
        <div data-solta>
          <dt className="vh">{textos.achados.campo}</dt>
          <dd className="mono">
            {caminho}
            {beside && (
              <span className={classes.evidenciaValor}>
                {" "}
                {beside.rotulo && `${beside.rotulo}: `}
                {beside.valor}
              </span>
            )}
          </dd>
        </div>
      )}
      {beside === null &&
        lines.map(({ rotulo, valor, errada }) => (
          <div key={`${rotulo}${valor}`} data-solta={rotulo === "" ? true : undefined}>
            <dt className={rotulo === "" ? "vh" : undefined}>{rotulo || textos.achados.evidencia}</dt>
            <dd className="mono" data-errada={errada ? true : undefined}>
              {valor}
            </dd>
          </div>
        ))}
    </>
  );
}

function Bloco({ titulo, texto }: { titulo: string; texto: string }): React.JSX.Element {
  return (
    <section>
      <h3 className="t-secao">{titulo}</h3>
      <p>{texto}</p>
    </section>
  );
}
