import { EXPORTACAO_MAX } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { Menu } from "@mantine/core";
import { IconFileTypeCsv, IconFileTypePdf, IconFileTypeXls, type TablerIcon } from "@tabler/icons-react";
import { useNavigate } from "react-router-dom";
import { explainFalha } from "../../rpc/falhas.ts";
import { type Formato, startExportacao } from "../../rpc/pedidos.ts";
import { watchPedido } from "../../rpc/pedidos-vistos.ts";
import { exportacao as textos } from "../../textos/exportacao.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import type { ListaExportavel } from "./ExportarBotao.tsx";
import classes from "./ExportarOpcoes.module.css";

const DESENHOS: Record<Formato, TablerIcon> = {
  CSV: IconFileTypeCsv,
  XLSX: IconFileTypeXls,
  PDF: IconFileTypePdf,
};

/** The formats, each with how many documents it takes; one that cannot take them all says so. */
export function ExportarOpcoes(props: {
  lista: ListaExportavel;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  const { lista, botao, aberto } = props;
  const navigate = useNavigate();
  const { total } = lista;
  const start = async (formato: Formato): Promise<void> => {
    const { total: _, ...pedido } = lista;
    try {
      const begun = await startExportacao(pedido, formato);
      if (begun) watchPedido({ tipo: "exportacao", id: begun.id });
      avisar(textos.comecou, {
        rotulo: textos.ver,
        onClick: () => void navigate("/admin?tab=exportacao"),
      });
    } catch (error) {
      avisarFalha(explainFalha(error));
    }
  };
  return (
    <Menu position="bottom-end" width={300} defaultOpened={aberto}>
      <Menu.Target>{botao}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{describeTotal(total)}</Menu.Label>
        {(Object.keys(DESENHOS) as Formato[]).map((formato) => (
          <Opcao key={formato} formato={formato} total={total} onClick={() => void start(formato)} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Opcao(props: { formato: Formato; total: number | null; onClick: () => void }): React.JSX.Element {
  const { formato, total, onClick } = props;
  const Icone = DESENHOS[formato];
  const limite = formatInteiro(EXPORTACAO_MAX[formato]);
  const demais = total !== null && total > EXPORTACAO_MAX[formato];
  const { nome, dica } = textos.opcoes[formato];
  return (
    <Menu.Item
      disabled={demais || total === 0}
      onClick={onClick}
      leftSection={<Icone size={18} stroke={1.6} aria-hidden="true" />}
    >
      {nome} <span className={classes.limite}>{textos.limite(limite)}</span>
      <span className={classes.dica}>{demais ? textos.acima(limite) : dica}</span>
    </Menu.Item>
  );
}

function describeTotal(total: number | null): string {
  if (total === null) return textos.botao;
  if (total === 0) return textos.nada;
  return total === 1 ? textos.totalUm : textos.total(formatInteiro(total));
}
