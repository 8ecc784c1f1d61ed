import { formatInteiro } from "@malote/syntax";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Empresa } from "../../rpc/empresas.ts";
import { certificado as textosCert } from "../../textos/certificados.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import { DESENHOS } from "../certificado/CertificadoStatus.tsx";
import { type Pendencia, pendenciasOf } from "./lista.ts";
import classes from "./Pendencias.module.css";

/** What certificates ask of the person, each a way to the one that is most urgent; nothing on a good day. */
export function Pendencias({ empresas }: { empresas: readonly Empresa[] }): React.JSX.Element | null {
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
            <Celula {...pendencia} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Celula({ estado, empresas }: Pendencia): React.JSX.Element | null {
  const Desenho = DESENHOS[estado];
  const first = empresas[0];
  if (!first) return null;
  return (
    <Link to={`/cert/${first.id}`} className={classes.celula}>
      <Desenho size={20} stroke={1.6} aria-hidden="true" className={classes.icone} />
      <b className={`${classes.numero} num`}>{formatInteiro(empresas.length)}</b>
      <span className={classes.texto}>
        <b>{textos.precisa[estado](empresas.length)}</b>
        <span>{reasonOf(estado, first, empresas.length)}</span>
      </span>
      <IconArrowRight size={16} stroke={1.6} aria-hidden="true" className={classes.seta} />
    </Link>
  );
}

function reasonOf(estado: Pendencia["estado"], first: Empresa, total: number): string {
  const { porque, eMais } = textos.precisa;
  const nome = total === 1 ? first.nome : eMais(first.nome, total - 1);
  if (estado !== "vencendo") return porque[estado](nome);
  const quando = textosCert.situacoes.vencendo(first.certificado?.diasRestantes ?? 0);
  return porque.vencendo(nome, quando.charAt(0).toLocaleLowerCase("pt-BR") + quando.slice(1));
}
