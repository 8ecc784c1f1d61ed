import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";

/** A password field with a button that shows the text. */
export function Segredo(
  props: Omit<PasswordInputProps, "label"> & {
    label: string;
    rotulos: { mostrar: string; esconder: string };
  },
): React.JSX.Element {
  const { rotulos, ...rest } = props;
  const [visivel, setVisivel] = useState(false);
  return (
    <PasswordInput
      {...rest}
      // Mantine sets it on every other field, but not on this one.
      aria-invalid={rest.error ? true : undefined}
      visible={visivel}
      onVisibilityChange={setVisivel}
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <IconEyeOff size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />
      }
      visibilityToggleButtonProps={{
        "aria-label": visivel ? rotulos.esconder : rotulos.mostrar,
        tabIndex: 0,
      }}
    />
  );
}
