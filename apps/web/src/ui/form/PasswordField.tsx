import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";
import { general } from "../../texts/app/general.ts";

const TOGGLE_LABELS = { show: general.mostrarSenha, hide: general.esconderSenha };

/** Mantine's PasswordInput with a named toggle button that keys reach, and `aria-invalid`, which it lacks. */
export function PasswordField(
  props: Omit<PasswordInputProps, "label"> & {
    label: string;
    /** Names of the button that shows the text. */
    labels?: { show: string; hide: string };
  },
): React.JSX.Element {
  const { labels = TOGGLE_LABELS, ...rest } = props;
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...rest}
      aria-invalid={rest.error ? true : undefined}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <IconEyeOff size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />
      }
      visibilityToggleButtonProps={{
        "aria-label": visible ? labels.hide : labels.show,
        tabIndex: 0,
      }}
    />
  );
}
