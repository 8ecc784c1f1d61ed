import {
  IconCheck,
  IconCircleCheckFilled,
  IconClock,
  IconEyeOff,
  IconMinus,
  IconX,
} from "@tabler/icons-react";
import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import { SinalIcone } from "../../ui/Status.tsx";
import classes from "./CartaoSituacao.module.css";
import { Parecer } from "./Parecer.tsx";
import { type Comparacao, quadroOf } from "./quadro.ts";

const SINAIS = { igual: IconCheck, diferente: IconX, neutro: IconMinus } as const;

/**
 * Status card of a document: status, comparisons and times of the consultas. The only framed card
 * of the page.
 */
export function CartaoSituacao({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const quadro = quadroOf(nota, new Date(), zona);
  const Rodape = nota.quarentena ? IconEyeOff : IconClock;
  return (
    <section className={classes.cartao} data-tom={quadro.tom} aria-label={textos.cartao.rotulo}>
      <header className={classes.topo}>
        {quadro.tom === "ok" ? (
          <IconCircleCheckFilled size={26} aria-hidden="true" />
        ) : (
          <SinalIcone sinal={quadro.sinal} size={26} />
        )}
        <div>
          <h2 className={classes.titulo}>{quadro.titulo}</h2>
          <p className={classes.segunda}>{quadro.segunda}</p>
        </div>
      </header>
      <dl className={classes.linhas}>
        {quadro.linhas.map((linha) => (
          <div key={linha.rotulo} className={classes.linha}>
            <dt>{linha.rotulo}</dt>
            <dd className={linha.mono ? "mono" : undefined} title={linha.inteiro}>
              {linha.valor}
            </dd>
            {linha.comparacao && <Sentenca {...linha.comparacao} />}
            {linha.detalhe && <dd className={classes.detalhe}>{linha.detalhe}</dd>}
          </div>
        ))}
      </dl>
      <Parecer nota={nota} zona={zona} />
      <p className={classes.rodape}>
        <Rodape size={16} stroke={1.6} aria-hidden="true" />
        {quadro.rodape}
      </p>
    </section>
  );
}

function Sentenca({ tipo, texto }: Comparacao): React.JSX.Element {
  const Sinal = SINAIS[tipo];
  return (
    <dd className={classes.comparacao} data-tipo={tipo}>
      <Sinal size={15} stroke={2} aria-hidden="true" />
      {texto}
    </dd>
  );
}
