import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";

/** A password field with a button that shows the text. */
export function PasswordField(
  props: Omit<PasswordInputProps, "label"> & {
    label: string;
    labels: { show: string; hide: string };
  },
): React.JSX.Element {
  const { labels, ...rest } = props;
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...rest}
      // Mantine sets it on every other field, but not on this one.
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
