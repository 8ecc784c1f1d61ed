import { IconAlertTriangle, IconCertificate, IconSignatureOff, type TablerIcon } from "@tabler/icons-react";
import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import classes from "./Abas.module.css";

type Achado = Nota["achados"][number];

/** Why a document was held back: each finding in plain words with its evidence, and what to do. */
export function AbaAchados({ nota }: { nota: Nota }): React.JSX.Element {
  const { achados: t } = textos;
  return (
    <div className={classes.achados}>
      <h2 className="t-painel">{nota.quarentena ? t.titulo : t.tituloLeve}</h2>
      <p className={classes.abertura}>{nota.quarentena ? t.texto : t.textoLeve}</p>
      <ol>
        {nota.achados.map((achado) => (
          <AchadoItem key={achado.codigo} achado={achado} situacao={nota.situacao} />
        ))}
      </ol>
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

function AchadoItem(props: { achado: Achado; situacao: Nota["situacao"] }): React.JSX.Element {
  const { achado, situacao } = props;
  const { icone: Icone, tom } = drawingOf(achado, situacao);
  return (
    <li className={classes.achado} data-tom={tom}>
      <Icone size={20} stroke={1.6} aria-hidden="true" />
      <div>
        <h3 className="t-secao">
          {achado.titulo}
          <span className="vh"> ({achado.grave ? textos.achados.grave : textos.achados.leve})</span>
        </h3>
        <p>{achado.texto}</p>
        {achado.evidencia && <Evidencia texto={achado.evidencia} />}
      </div>
    </li>
  );
}

function drawingOf(
  achado: Achado,
  situacao: Nota["situacao"],
): { icone: TablerIcon; tom: "ruim" | "aviso" | "ok" } {
  if (!achado.grave) return { icone: IconCertificate, tom: "ok" };
  if (situacao === "assinatura-invalida") return { icone: IconSignatureOff, tom: "ruim" };
  return { icone: IconAlertTriangle, tom: "aviso" };
}

/** Evidence in mono; lines of "label: value" line up. */
function Evidencia({ texto }: { texto: string }): React.JSX.Element {
  const lines = texto.split("\n").map((line) => {
    const at = line.indexOf(": ");
    return at > 0 && at < 32
      ? { rotulo: line.slice(0, at), valor: line.slice(at + 2) }
      : { rotulo: "", valor: line };
  });
  return (
    <dl className={classes.evidencia}>
      {lines.map(({ rotulo, valor }) => (
        <div key={`${rotulo}${valor}`} data-solta={rotulo === "" ? true : undefined}>
          <dt>{rotulo}</dt>
          <dd className="mono">{valor}</dd>
        </div>
      ))}
    </dl>
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
