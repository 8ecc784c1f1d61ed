import { IconArrowRight, IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { useDono } from "../../rpc/atual.ts";
import { useIsGerente } from "../../rpc/caixas.ts";
import { primeirosPassos } from "../../textos/primeiros-passos.ts";
import { useGuardado } from "../../ui/guardado.ts";
import { Progresso } from "../../ui/Progresso.tsx";
import classes from "./PassosCartao.module.css";
import { itensOf, type Situacao } from "./passos.ts";
import { useSituacao } from "./situacao.ts";

const textos = primeirosPassos.cartao;
const CONCLUIDOS = "primeiros-passos-concluidos";

/**
 * The remaining setup steps of the conta. Hidden once all are done, and for users who are not
 * managers.
 */
export function PassosCartao(): React.JSX.Element | null {
  const gerente = useIsGerente() ?? false;
  const [concluidos, setConcluidos] = useGuardado(CONCLUIDOS, useDono(), isConcluido);
  const situacao = useSituacao(undefined, gerente && !concluidos);
  const completa = situacao !== undefined && itensOf(situacao).every(({ feito }) => feito);
  useEffect(() => {
    if (completa) setConcluidos(true);
  }, [completa, setConcluidos]);
  if (!gerente || concluidos || completa || !situacao) return null;
  return <Cartao situacao={situacao} />;
}

function Cartao({ situacao }: { situacao: Situacao }): React.JSX.Element {
  const itens = itensOf(situacao);
  const feitos = itens.filter(({ feito }) => feito).length;
  const proximo = itens.findIndex(({ feito }) => !feito);
  const rotulo = textos.feitos(feitos, itens.length);
  return (
    <section className={classes.cartao} aria-labelledby="primeiros-passos">
      <header className={classes.topo}>
        <h2 id="primeiros-passos" className="t-secao">
          {textos.titulo}
        </h2>
        <span className={classes.total}>{rotulo}</span>
        <Progresso parte={feitos / itens.length} rotulo={rotulo} />
      </header>
      <ol className={classes.itens}>
        {itens.map(({ item, feito, to }, index) => (
          <li key={item} data-feito={feito}>
            {feito ? (
              <span className={classes.item}>
                <IconCircleCheckFilled size={18} aria-hidden="true" />
                {textos.itens[item]}
                <span className="vh">, {primeirosPassos.feito}</span>
              </span>
            ) : (
              <Link to={to} className={classes.item}>
                <IconCircle size={18} stroke={1.6} aria-hidden="true" />
                {textos.itens[item]}
                {index === proximo && <IconArrowRight size={16} stroke={1.6} aria-hidden="true" />}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function isConcluido(valor: unknown): boolean {
  return valor === true;
}
