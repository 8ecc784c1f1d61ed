import { EXPORTACAO_MAX } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { Button, Kbd, Menu, Text } from "@mantine/core";
import {
  IconChevronDown,
  IconDownload,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconFileTypeXls,
  IconListCheck,
  IconPrinter,
  type TablerIcon,
} from "@tabler/icons-react";
import { useNavigate } from "react-router-dom";
import type { FileFormat } from "../../rpc/files/requested-files.ts";
import { exportacaoTexts as texts } from "../../texts/files/exportacao.ts";
import { loteTexts } from "../../texts/lists/lotes.ts";
import { notasTexts } from "../../texts/lists/notas.ts";
import { printTexts } from "../../texts/lists/print.ts";
import { type ExportableList, startExport } from "./start-export.ts";

const FORMAT_ICONS: Record<FileFormat, TablerIcon> = {
  CSV: IconFileTypeCsv,
  XLSX: IconFileTypeXls,
  PDF: IconFileTypePdf,
};

/**
 * Exports the filtered list to a file: the formats with their maximum numbers of documents; a format is
 * disabled when the list exceeds it.
 */
export function ExportMenu(props: { list: ExportableList; onPrint: () => void }): React.JSX.Element {
  const { list, onPrint } = props;
  const navigate = useNavigate();
  const { total } = list;
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          variant="default"
          className="botao-icone"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
        >
          {notasTexts.exportar}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{describeTotal(total)}</Menu.Label>
        {(Object.keys(FORMAT_ICONS) as FileFormat[]).map((format) => (
          <FormatOption
            key={format}
            format={format}
            total={total}
            onClick={() => void startExport(list, format, navigate)}
          />
        ))}
        <Menu.Divider />
        <Menu.Item
          disabled={!total}
          onClick={onPrint}
          leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden="true" />}
          rightSection={<Kbd>{printTexts.tecla}</Kbd>}
        >
          {printTexts.imprimir}
          <Text size="xs" c="dimmed">
            {printTexts.imprimirDica}
          </Text>
        </Menu.Item>
        <Menu.Item
          onClick={() => void navigate("/lotes")}
          leftSection={<IconListCheck size={18} stroke={1.6} aria-hidden="true" />}
        >
          {loteTexts.verLotes}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function FormatOption(props: {
  format: FileFormat;
  total: number | null;
  onClick: () => void;
}): React.JSX.Element {
  const { format, total, onClick } = props;
  const Icon = FORMAT_ICONS[format];
  const limitText = formatInteger(EXPORTACAO_MAX[format]);
  const exceedsLimit = total !== null && total > EXPORTACAO_MAX[format];
  const { nome, dica } = texts.opcoes[format];
  return (
    <Menu.Item
      disabled={exceedsLimit || total === 0}
      onClick={onClick}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />}
    >
      {nome} <span className="t-rotulo">{texts.limite(limitText)}</span>
      <Text size="xs" c="dimmed">
        {exceedsLimit ? texts.acima(limitText) : dica}
      </Text>
    </Menu.Item>
  );
}

function describeTotal(total: number | null): string {
  if (total === null) return texts.botao;
  if (total === 0) return texts.nada;
  return total === 1 ? texts.totalUm : texts.total(formatInteger(total));
}
