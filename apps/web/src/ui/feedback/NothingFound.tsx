import { Button } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { EmptyState } from "./EmptyState.tsx";

/** In place of the rows of a filter that finds none, with a button that clears the filter. */
export function NothingFound(props: {
  texts: { vazio: string; vazioTexto: string; limpar: string };
  onClear: () => void;
}): React.JSX.Element {
  const { texts, onClear } = props;
  const clear = (
    <Button variant="default" onClick={onClear}>
      {texts.limpar}
    </Button>
  );
  return (
    <EmptyState icon={IconInbox} title={texts.vazio} action={clear}>
      {texts.vazioTexto}
    </EmptyState>
  );
}
