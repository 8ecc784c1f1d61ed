import { EXPORTACAO_MAX } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { Menu } from "@mantine/core";
import { IconFileTypeCsv, IconFileTypePdf, IconFileTypeXls, type TablerIcon } from "@tabler/icons-react";
import { useNavigate } from "react-router-dom";
import type { Formato } from "../../rpc/pedidos.ts";
import { exportacao as textos } from "../../textos/exportacao.ts";
import type { ListaExportavel } from "./ExportarBotao.tsx";
import classes from "./ExportarOpcoes.module.css";
import { exportar } from "./exportar.ts";

const DESENHOS: Record<Formato, TablerIcon> = {
  CSV: IconFileTypeCsv,
  XLSX: IconFileTypeXls,
  PDF: IconFileTypePdf,
};

/**
 * The export formats with their maximum numbers of documents; a format is disabled when the list
 * exceeds it.
 */
export function ExportarOpcoes(props: {
  lista: ListaExportavel;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  const { lista, botao, aberto } = props;
  const navigate = useNavigate();
  const { total } = lista;
  return (
    <Menu position="bottom-end" width={300} defaultOpened={aberto}>
      <Menu.Target>{botao}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{describeTotal(total)}</Menu.Label>
        {(Object.keys(DESENHOS) as Formato[]).map((formato) => (
          <Opcao
            key={formato}
            formato={formato}
            total={total}
            onClick={() => void exportar(lista, formato, navigate)}
          />
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
