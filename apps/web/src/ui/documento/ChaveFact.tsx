import { formatChave } from "@malote/syntax";
import { Group, Text } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { copyText } from "../state/copy-text.ts";
import { Fact } from "./DocContent.tsx";

/** The chave of a document in groups of four, with a button that copies it. */
export function ChaveFact(props: {
  chave: string;
  label: string;
  /** Name of the button, and what the toast says. */
  texts: { copiarChave: string; chaveCopiada: string };
}): React.JSX.Element {
  const { chave, label, texts } = props;
  return (
    <Fact label={label}>
      <Group component="span" gap={8} wrap="nowrap" align="flex-start" justify="space-between">
        <Text span className="mono" size="xs" lh="18px">
          {formatChave(chave)}
        </Text>
        <button
          type="button"
          className="icone icone-pequeno"
          aria-label={texts.copiarChave}
          data-dica={texts.copiarChave}
          onClick={() => void copyText(chave, texts.chaveCopiada)}
        >
          <IconCopy size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </Group>
    </Fact>
  );
}
