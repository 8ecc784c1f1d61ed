import { Button, type ButtonProps } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";

/** A button that requests a passkey; it shows progress while the browser prompts the user. */
export function PasskeyButton(
  props: ButtonProps & { label: string; onRequest: () => Promise<void> },
): React.JSX.Element {
  const { label, onRequest, ...rest } = props;
  const [busy, setBusy] = useState(false);
  const request = async (): Promise<void> => {
    setBusy(true);
    try {
      await onRequest();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      {...rest}
      loading={busy}
      leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden="true" />}
      onClick={() => void request()}
    >
      {label}
    </Button>
  );
}
