import { formatInteiro } from "@malote/syntax";
import { IconCircleCheck, IconCircleX, IconClock, IconClockOff } from "@tabler/icons-react";
import { pedidos as textos } from "../textos/pedidos.ts";
import { Girando } from "./Girando.tsx";
import classes from "./PedidoStatus.module.css";
import { Progresso } from "./Progresso.tsx";
import { StatusTag } from "./Status.tsx";

type Pedido = {
  estado: keyof typeof textos.estados;
  total: number | null;
  feitos: number;
  mensagem: string | null;
};

/** Status of a requested file: its progress while it runs, the reason when it failed. */
export function PedidoStatus({ pedido, rotulo }: { pedido: Pedido; rotulo: string }): React.JSX.Element {
  const { estado, total, feitos, mensagem } = pedido;
  if (estado === "em-andamento" && total) {
    return (
      <span className={classes.andamento}>
        <Progresso parte={feitos / total} rotulo={rotulo} curta />
        <span className="num">{textos.de(formatInteiro(feitos), formatInteiro(total))}</span>
      </span>
    );
  }
  return (
    <>
      <StatusTag
        tom={estado === "falhou" ? "ruim" : estado === "concluido" ? "ok" : "neutro"}
        palavra={textos.estados[estado]}
      >
        <Desenho estado={estado} />
      </StatusTag>
      {mensagem && (
        <span className={classes.causa} title={mensagem}>
          {mensagem}
        </span>
      )}
    </>
  );
}

function Desenho({ estado }: { estado: Pedido["estado"] }): React.JSX.Element {
  const how = { size: 15, stroke: 1.8, "aria-hidden": true } as const;
  if (estado === "falhou") return <IconCircleX {...how} />;
  if (estado === "concluido") return <IconCircleCheck {...how} />;
  if (estado === "expirado") return <IconClockOff {...how} />;
  return estado === "pendente" ? <IconClock {...how} /> : <Girando />;
}
