"""What a position is worth to who sees all cards: for analysis only, a module ``open_cards.<game>`` with OPEN_CARDS."""
