import { Button } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { pagerTexts as texts } from "../../texts/app/general.ts";

/** Says how many documents arrived since the list was read; a click shows them. No row moves before. */
export function NewerButton({ count, onShow }: { count: number; onShow: () => void }): React.JSX.Element {
  return (
    <span role="status" className="sem-impressao">
      {count > 0 && (
        <Button
          size="xs"
          variant="light"
          radius="xl"
          leftSection={<IconArrowUp size={14} stroke={1.8} aria-hidden="true" />}
          onClick={onShow}
        >
          {texts.novos(count)}
        </Button>
      )}
    </span>
  );
}
