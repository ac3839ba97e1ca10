/* Kernel text: deals. Included once per level by kern_deal.inc.h. */

static void GF_FN(gf_deal)(const struct gf_deal_plan *plan, uint64_t start, size_t n, uint64_t *out)
{
    const int hands = plan->hands;
    for (size_t i = 0; i < n; i++, out += hands) {
        uint64_t left = plan->available;
        int cards = gf_word_count(left);
        for (int h = 0; h < hands; h++, cards -= plan->size) {
            out[h] = gf_deposit(gf_deal_hand(plan, start + i, (uint32_t)h, cards), left);
            left &= ~out[h];
        }
    }
}
