import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Props = ButtonProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> };

function ButtonAnchor({ ref, ...props }: Props) {
  return <Button component="a" ref={ref} {...props} />;
}

/** A link that looks like a button; its address is checked against the routes. */
export const LinkButton = createLink(ButtonAnchor);
