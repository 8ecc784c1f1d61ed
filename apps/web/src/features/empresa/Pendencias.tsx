import { formatInteiro } from "@malote/syntax";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Empresa } from "../../rpc/empresas.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import { DESENHOS } from "./certificado/CertificadoStatus.tsx";
import { formatDia } from "./certificado/situacao.ts";
import { type Pendencia, pendenciasOf } from "./lista.ts";
import classes from "./Pendencias.module.css";

/**
 * Certificates that need action, by state, each linked to the most urgent company; nothing when
 * there are none.
 */
export function Pendencias(props: { empresas: readonly Empresa[]; zona: string }): React.JSX.Element | null {
  const { empresas, zona } = props;
  const pendencias = pendenciasOf(empresas);
  if (pendencias.length === 0) return null;
  return (
    <section className={classes.faixa} aria-labelledby="precisa">
      <h2 id="precisa" className="t-secao">
        {textos.precisa.titulo}
      </h2>
      <ul className={classes.celulas}>
        {pendencias.map((pendencia) => (
          <li key={pendencia.estado}>
            <Celula {...pendencia} zona={zona} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Celula(props: Pendencia & { zona: string }): React.JSX.Element | null {
  const { estado, empresas, zona } = props;
  const Desenho = DESENHOS[estado];
  const first = empresas[0];
  if (!first) return null;
  return (
    <Link to={`/cert/${first.id}`} className={classes.celula}>
      <Desenho size={20} stroke={1.6} aria-hidden="true" className={classes.icone} />
      <b className={`${classes.numero} num`}>{formatInteiro(empresas.length)}</b>
      <span className={classes.texto}>
        <b>{textos.precisa[estado](empresas.length)}</b>
        <span>{reasonOf(estado, first, empresas.length - 1, zona)}</span>
      </span>
      <IconArrowRight size={16} stroke={1.6} aria-hidden="true" className={classes.seta} />
    </Link>
  );
}

/** The company and its relevant date; of several companies, the most urgent one. */
function reasonOf(
  estado: Pendencia["estado"],
  { nome, certificado }: Empresa,
  rest: number,
  zona: string,
): string {
  const { porque, eMais } = textos.precisa;
  const whose = certificado
    ? porque[estado](
        nome,
        formatDia(estado === "futuro" ? certificado.validoDe : certificado.validoAte, zona),
      )
    : nome;
  return rest === 0 ? whose : eMais(whose, rest);
}
