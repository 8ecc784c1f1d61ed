import { Button, type ButtonProps } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";

/** A button that requests a passkey; it shows progress while the browser prompts the user. */
export function PasskeyBotao(
  props: ButtonProps & { rotulo: string; onPedir: () => Promise<void> },
): React.JSX.Element {
  const { rotulo, onPedir, ...rest } = props;
  const [indo, setIndo] = useState(false);
  const ask = async (): Promise<void> => {
    setIndo(true);
    try {
      await onPedir();
    } finally {
      setIndo(false);
    }
  };
  return (
    <Button
      variant="default"
      {...rest}
      loading={indo}
      leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden="true" />}
      onClick={() => void ask()}
    >
      {rotulo}
    </Button>
  );
}
