import { formatData } from "@malote/syntax";
import { IconCheck, IconChevronRight, IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { apiTokensQuery } from "../../rpc/api-token.ts";
import { useZona } from "../../rpc/atual.ts";
import { importacoesQuery } from "../../rpc/importacoes.ts";
import { usuariosQuery } from "../../rpc/usuarios.ts";
import { geral } from "../../textos/geral.ts";
import { primeirosPassos as textos } from "../../textos/primeiros-passos.ts";
import { Mark } from "../../ui/Mark.tsx";
import { Progresso } from "../../ui/Progresso.tsx";
import { feitosOf, PASSOS, type Passo, type Situacao } from "./passos.ts";
import classes from "./Trilho.module.css";

/** The steps on the left with their progress, and the optional ones below. */
export function Trilho(props: { atual: Passo; situacao: Situacao }): React.JSX.Element {
  const { atual, situacao } = props;
  const feitos = feitosOf(situacao);
  const zona = useZona();
  return (
    <aside className={classes.trilho} aria-label={textos.titulo}>
      <Link to="/painel" aria-label={geral.nome} className={classes.marca}>
        <Mark />
      </Link>
      <div className={classes.cabeca}>
        <p className={classes.titulo}>{textos.titulo}</p>
        <p className={classes.texto}>{textos.texto}</p>
        <p className={classes.posicao}>{textos.posicao(PASSOS.indexOf(atual) + 1, PASSOS.length)}</p>
      </div>
      <ol className={classes.passos} aria-label={textos.lista}>
        {PASSOS.map((passo, index) => (
          <li
            key={passo}
            className={classes.passo}
            data-feito={feitos[passo]}
            aria-current={passo === atual ? "step" : undefined}
          >
            <span className={classes.numero} aria-hidden="true">
              {feitos[passo] && passo !== atual ? <IconCheck size={16} stroke={2.2} /> : index + 1}
            </span>
            <span className={classes.miolo}>
              <b>{textos.passos[passo].nome}</b>
              <span>{contarOf(passo, situacao, zona)}</span>
              {feitos[passo] && <span className="vh">, {textos.feito}</span>}
            </span>
            {feitos[passo] && passo !== atual && passo !== "emails" && (
              <Link
                to={`?passo=${passo}`}
                className={`link ${classes.alterar}`}
                aria-label={textos.alterarPasso(textos.passos[passo].nome)}
              >
                {textos.alterar}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Opcionais feitos={PASSOS.filter((passo) => feitos[passo]).length} />
    </aside>
  );
}

/** The progress of a step, in a few words. */
function contarOf(passo: Passo, { empresa, caixa, testada, documento }: Situacao, zona: string): string {
  const { passos } = textos;
  if (passo === "empresa") return empresa?.nome ?? passos.empresa.falta;
  if (passo === "certificado") {
    const ate = empresa?.certificado?.validoAte;
    return ate ? passos.certificado.valido(formatData(ate, zona)) : passos.certificado.falta;
  }
  if (passo === "caixa") {
    if (!caixa) return passos.caixa.falta;
    if (testada) return passos.caixa.teste(caixa.usuario);
    return caixa.ultimoErro === null ? caixa.usuario : passos.caixa.erro(caixa.usuario);
  }
  if (documento) return passos.emails.chegaram;
  return caixa ? passos.emails.lendo : passos.emails.falta;
}

/** Optional steps: the team, the ERP, the import of older notas. */
function Opcionais({ feitos }: { feitos: number }): React.JSX.Element {
  const { data: usuarios } = useQuery(usuariosQuery);
  const { data: tokens } = useQuery(apiTokensQuery);
  const { data: importacoes } = useQuery(importacoesQuery(1));
  const { opcionais } = textos;
  const itens = [
    { nome: opcionais.equipe, to: "/usuario/novo", feito: (usuarios?.length ?? 0) > 1 },
    { nome: opcionais.api, to: "/admin?tab=api", feito: (tokens?.length ?? 0) > 0 },
    { nome: opcionais.importar, to: "/importacao", feito: (importacoes?.totalCount ?? 0) > 0 },
  ];
  const total = PASSOS.length + itens.length;
  const prontos = feitos + itens.filter((item) => item.feito).length;
  const rotulo = opcionais.feitos(prontos, total);
  return (
    <section className={classes.opcionais} aria-labelledby="opcionais">
      <header>
        <h2 id="opcionais">{opcionais.titulo}</h2>
        <span>{rotulo}</span>
      </header>
      <Progresso parte={prontos / total} rotulo={rotulo} />
      <ul>
        {itens.map(({ nome, to, feito }) => (
          <li key={to}>
            <Link to={to} className={classes.opcional} data-feito={feito}>
              {feito ? (
                <IconCircleCheckFilled size={16} aria-hidden="true" />
              ) : (
                <IconCircle size={16} stroke={1.6} aria-hidden="true" />
              )}
              <span>
                {nome}
                {feito && <span className="vh">, {textos.feito}</span>}
              </span>
              <IconChevronRight size={16} stroke={1.6} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
